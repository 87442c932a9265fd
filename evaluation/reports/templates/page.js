"use strict";
// Pictures are kept once and shown when an example is opened; examples are filtered by text and by tag.
const pictures = JSON.parse(document.getElementById("pictures").textContent);
const examples = [...document.querySelectorAll("details.example")];
for (const example of examples) {
  example.addEventListener("toggle", () => {
    for (const image of example.querySelectorAll("img[data-picture]")) image.src = pictures[image.dataset.picture];
  });
}
const words = document.getElementById("words");
const choices = [...document.querySelectorAll("select[data-tag]")];
const shown = document.getElementById("shown");
function filter() {
  const wanted = words.value.toLowerCase();
  let count = 0;
  for (const example of examples) {
    const tags = JSON.parse(example.dataset.tags);
    const fits = choices.every((choice) => !choice.value || tags[choice.dataset.tag] === choice.value);
    example.hidden = !(fits && example.textContent.toLowerCase().includes(wanted));
    count += example.hidden ? 0 : 1;
  }
  shown.textContent = `${count} of ${examples.length}`;
}
if (words) {
  words.addEventListener("input", filter);
  for (const choice of choices) choice.addEventListener("change", filter);
}
