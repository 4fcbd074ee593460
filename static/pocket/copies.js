// Links that save a file: with the share sheet of a phone that can share it, else as a download. A browser
// asks the web space for the files of such links, not the service worker, so they are fetched here.
"use strict";

async function save(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) return location.assign(link.href);   // the page says why
  const name = decodeURIComponent(answer.headers.get("Content-Disposition").split("''")[1]);
  const content = await answer.blob();
  const file = new File([content], name, { type: content.type });
  try {
    // A computer's share sheet has no place for files.
    if (!matchMedia("(pointer: coarse)").matches || !navigator.canShare?.({ files: [file] })) throw new Error("no sheet");
    await navigator.share({ files: [file] });
  } catch (error) {
    if (error.name === "AbortError") return;
    const download = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
    download.click();
    setTimeout(() => URL.revokeObjectURL(download.href), 60000);
  }
  if (link.dataset.tell) await fetch(link.dataset.tell, { method: "POST" });
  if (link.dataset.save) link.parentElement.querySelector("[role=status]").textContent = link.dataset.save;
}

for (const link of document.querySelectorAll("a[download]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    save(link);
  });
}

// Ask the browser to keep the evenings. Where it does not, the home page says so.
navigator.storage?.persist().then((keeps) => {
  const note = document.getElementById("fragile");
  if (note) note.hidden = keeps;
});
