// Shows the steps, the quotes and the draft of an answer while it is made. Without this script the forms work as well.
"use strict";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-ask]")) {
    event.preventDefault();
    send(form, event.submitter);
  }
  if (form.matches("[data-wait]")) wait(form);
});

// What a form without a stream waits for; its button works again when the reader comes back to the page.
function wait(form) {
  form.querySelector(".status").textContent = form.dataset.wait;
  setTimeout(() => (form.querySelector("button").disabled = true));
}
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-wait]")) {
    form.querySelector(".status").textContent = "";
    form.querySelector("button").disabled = false;
  }
});

async function send(form) {
  const button = form.querySelector("button:not([type=button])");
  const status = form.querySelector(".status");
  const draft = openDraft(form);
  button.disabled = true;
  status.textContent = "Waiting for the answer …";
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "text/event-stream" },
      body: new URLSearchParams(new FormData(form)),
    });
    if (!response.ok) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      throw new Error(page.querySelector("main p")?.textContent ?? response.statusText);
    }
    await follow(response.body, status, draft);
  } catch (error) {
    draft.article.remove();
    status.textContent = `No answer: ${error.message}`;
  }
  button.disabled = false;
}

// The place of the answer: below the last one of a thread, elsewhere below the form.
function openDraft(form) {
  const part = (name, content = "") => Object.assign(document.createElement(name), { textContent: content });
  const draft = { article: part("article"), found: part("ul"), text: part("p"), stop: part("button", "Stop the model") };
  draft.article.className = "draft";
  draft.text.className = "answer";
  draft.found.className = "sources";
  Object.assign(draft.stop, { type: "button", className: "small", hidden: true });
  const question = new FormData(form).get("question") ?? "";
  if (question && form.closest(".reading .flow")) draft.article.append(Object.assign(part("h2", question), { className: "question" }));
  draft.article.append(draft.text, draft.found, draft.stop);
  draft.show = () => {
    if (!draft.article.isConnected) (form.closest(".flow > .panel") ?? form.lastElementChild).before(draft.article);
  };
  draft.token = new FormData(form).get("form_token");
  return draft;
}

async function follow(body, status, draft) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let written = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the connection to the server was lost");
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const text of events) {
      const [, name, data] = text.match(/^event: (\w+)\ndata: (.*)$/s);
      const content = JSON.parse(data);
      if (name === "error") throw new Error(content);
      if (name === "step") status.textContent = `${content} …`;
      if (name === "model") allowStop(draft, content, status);
      if (name === "found") showFound(draft, content);
      if (name === "text") {
        draft.show();
        draft.text.textContent = written += content;
        status.textContent = "Draft, not checked yet";
      }
      if (name === "done") return leave(content);
    }
  }
}

function showFound(draft, [text, ...quotes]) {
  draft.show();
  if (!quotes.length) draft.text.textContent = text;
  draft.found.replaceChildren(...quotes.map((quote) => Object.assign(document.createElement("li"), { textContent: quote })));
}

function allowStop(draft, address, status) {
  draft.stop.hidden = false;
  draft.stop.addEventListener("click", () => {
    draft.stop.disabled = true;
    status.textContent = "Stopping: the quotes stay as the answer …";
    fetch(address, { method: "POST", body: new URLSearchParams({ form_token: draft.token }) });
  });
}

function leave(address) {
  const same = new URL(address, location.href).pathname === location.pathname;
  location.assign(address);
  if (same) location.reload();
}

// Questions to begin with, which take a moment to find; what follows them may move when they arrive.
for (const place of document.querySelectorAll("[data-examples]")) {
  place.ariaBusy = "true";
  fetch(place.dataset.examples)
    .then((response) => (response.ok ? response.text() : ""))
    .then((text) => place.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes))
    .catch(() => {})
    .finally(() => (place.ariaBusy = "false"));
}
