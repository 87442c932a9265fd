// Shows the steps and the draft of an answer while it is made. Without this script the form works as well.
"use strict";

for (const form of document.querySelectorAll("form[data-ask]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

// What a form without a stream waits for; its button works again when the reader comes back to the page.
for (const form of document.querySelectorAll("form[data-wait]")) {
  form.addEventListener("submit", () => {
    form.querySelector(".status").textContent = form.dataset.wait;
    form.querySelector("button").disabled = true;
  });
  addEventListener("pageshow", () => {
    form.querySelector(".status").textContent = "";
    form.querySelector("button").disabled = false;
  });
}

async function send(form) {
  const button = form.querySelector("button");
  const status = form.querySelector(".status");
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
    await follow(response.body, status);
  } catch (error) {
    status.textContent = `No answer: ${error.message}`;
  }
  button.disabled = false;
}

async function follow(body, status) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let draft = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the connection to the server was lost");
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const text of events) {
      const [, name, data] = text.match(/^event: (\w+)\ndata: (.*)$/s);
      const content = JSON.parse(data);
      if (name === "error") throw new Error(content);
      if (name === "step" && !draft) status.textContent = `${content} …`;
      if (name === "text") status.textContent = `Draft, not checked yet:\n${(draft += content)}`;
      if (name === "done") {
        const same = new URL(content, location.href).pathname === location.pathname;
        location.assign(content);
        if (same) location.reload();
        return;
      }
    }
  }
}
