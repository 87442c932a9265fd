// Marks a region of a page by dragging over its image; the numbers of the form follow, and can be typed instead.
"use strict";

const stage = document.querySelector("[data-region]");
const panel = document.getElementById("region");
const fields = ["left", "top", "right", "bottom"].map((name) => document.getElementById(name));
const mark = document.createElement("div");
mark.className = "mark";
mark.hidden = true;
stage.append(mark);
let start = null;

function place(event) {
  const box = stage.getBoundingClientRect();
  const share = (value, size) => Math.min(100, Math.max(0, (100 * value) / size));
  return [share(event.clientX - box.left, box.width), share(event.clientY - box.top, box.height)];
}

function show() {
  const [left, top, right, bottom] = fields.map((field) => Number(field.value));
  mark.hidden = right - left > 99.9 && bottom - top > 99.9;
  Object.assign(mark.style, { left: `${left}%`, top: `${top}%`, width: `${right - left}%`, height: `${bottom - top}%` });
}

stage.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !panel.open) return;
  event.preventDefault();
  start = place(event);
  stage.setPointerCapture(event.pointerId);
});
stage.addEventListener("pointermove", (event) => {
  if (!start) return;
  const [x, y] = place(event);
  const sides = [Math.min(start[0], x), Math.min(start[1], y), Math.max(start[0], x), Math.max(start[1], y)];
  fields.forEach((field, index) => (field.value = sides[index].toFixed(2)));
  show();
});
stage.addEventListener("pointerup", () => {
  if (!start) return;
  start = null;
  document.getElementById("question").focus();
});
fields.forEach((field) => field.addEventListener("input", show));
panel.addEventListener("toggle", () => stage.classList.toggle("marking", panel.open));
