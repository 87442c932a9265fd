// Keys of the review: a accepts, r rejects, s skips, b goes back, e edits the question, Escape leaves a field.
"use strict";

const targets = { a: "button[value=accept]", r: "button[value=reject]", s: "#skip", b: "#back" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.matches("textarea, input");
  if (event.key === "Escape" && field) event.target.blur();
  if (field) return;
  if (event.key === "e") {
    event.preventDefault();
    document.getElementById("question")?.focus();
  }
  document.querySelector(targets[event.key] ?? ".none")?.click();
});
