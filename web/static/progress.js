// Replaces the progress of a job by its current state every second, until it is finished.
"use strict";

async function refresh() {
  try {
    const response = await fetch(location.href);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const current = page.getElementById("progress");
    if (!current) return location.reload(); // the server was started again: its page explains that
    document.getElementById("progress").replaceWith(current);
    document.title = page.title;
    if (current.dataset.finished === "no") setTimeout(refresh, 1000);
    else if ("reload" in current.dataset) location.reload(); // the finished page has more than the progress
  } catch {
    document.querySelector("#progress [role=status]").textContent = "The server cannot be reached; trying again …";
    setTimeout(refresh, 3000);
  }
}

setTimeout(refresh, 500);
