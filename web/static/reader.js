// Shows cited pages beside the answer, scrolled to their marks: on a click on a quote, its number or a cell, and with j and k.
"use strict";

const pane = document.getElementById("pane");
const view = pane.querySelector(".scroll");
const title = document.getElementById("pane-title");
const sources = () => [...document.querySelectorAll("a.source[data-place]")].filter((link) => link.checkVisibility());
const isBeside = () => pane.checkVisibility();
const loading = new Map();
let shown = "";

// The marked page at an address, fetched once; its image is fetched with it.
function load(address) {
  if (!loading.has(address)) loading.set(address, fetchPage(address).catch((error) => (loading.delete(address), Promise.reject(error))));
  return loading.get(address);
}

async function fetchPage(address) {
  const response = await fetch(address);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const stage = page.querySelector(".stage");
  if (!stage) throw new Error(page.querySelector("main p")?.textContent ?? response.statusText);
  new Image().src = stage.querySelector("img").getAttribute("src");
  return { stage, name: `${page.querySelector("h1").textContent}, ${page.getElementById("place").textContent}` };
}

async function show(address) {
  shown = address;
  for (const link of document.querySelectorAll("[data-place]")) {
    if (link.dataset.place === address) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  try {
    const { stage, name } = await load(address);
    if (shown !== address) return;
    const link = Object.assign(document.createElement("a"), { href: address, textContent: name });
    title.replaceChildren(link);
    view.replaceChildren(document.importNode(stage, true));
    scrollToMark();
  } catch (error) {
    title.textContent = `The page cannot be shown: ${error.message}`;
  }
}

function scrollToMark() {
  const mark = view.querySelector("rect");
  if (!mark) return view.scrollTo(0, 0);
  const [box, frame] = [mark.getBoundingClientRect(), view.getBoundingClientRect()];
  view.scrollBy({ top: box.top - frame.top - frame.height / 3, left: box.left - frame.left - 24, behavior: "instant" });
}

function step(by) {
  const links = sources();
  if (!links.length) return;
  const place = links.findIndex((link) => link.dataset.place === shown);
  const next = links[Math.min(links.length - 1, Math.max(0, place < 0 ? 0 : place + by))];
  show(next.dataset.place);
  next.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-place]");
  if (!link || !isBeside() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.dataset.place);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("textarea, input, select")) return;
  const by = { j: 1, k: -1 }[event.key];
  if (!by) return;
  if (isBeside()) return step(by);
  const links = sources();
  const place = links.indexOf(document.activeElement);
  links[Math.min(links.length - 1, Math.max(0, place < 0 ? 0 : place + by))]?.focus();
});

for (const button of pane.querySelectorAll("[data-step]")) button.addEventListener("click", () => step(Number(button.dataset.step)));
pane.querySelector("[data-zoom]").addEventListener("click", (event) => {
  const zoomed = pane.classList.toggle("zoomed");
  event.currentTarget.setAttribute("aria-pressed", zoomed);
  scrollToMark();
});

// Copies an answer with its sources; browsers refuse the clipboard to pages that are neither encrypted nor of this machine.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const text = await (await fetch(button.dataset.copy)).text();
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      location.assign(button.dataset.copy); // the text itself, to be copied by hand
    }
  });
}

// The first page of the turn in the address, else of the last one; the other pages wait until the browser is idle.
function begin() {
  if (!isBeside()) return;
  if (!shown && view.querySelector(".stage")) return scrollToMark();
  const turn = document.getElementById(location.hash.slice(1))?.closest("article");
  const first = turn?.dataset.first || pane.dataset.first;
  if (first && !shown) show(first);
  const places = [...(turn ?? document).querySelectorAll("a.source[data-place]")].slice(-12);
  (window.requestIdleCallback ?? setTimeout)(() => places.forEach((link) => load(link.dataset.place).catch(() => {})));
}
begin();
addEventListener("resize", begin);
