// Replaces the progress of a job by its current state every second, until it is finished.
"use strict";

async function refresh() {
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const current = page.getElementById("progress");
  if (!current) return;
  document.getElementById("progress").replaceWith(current);
  if (current.dataset.finished === "no") setTimeout(refresh, 1000);
}

setTimeout(refresh, 500);
