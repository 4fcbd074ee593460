// Links that save a file: with the share sheet of a phone that can share it, else as a download.
"use strict";

async function save(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) return location.assign(link.href);   // the page says why
  const name = decodeURIComponent(answer.headers.get("Content-Disposition").split("''")[1]);
  const file = new File([await answer.blob()], name, { type: "application/json" });
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
  link.parentElement.querySelector("[role=status]").textContent = link.dataset.save;
}

for (const link of document.querySelectorAll("[data-save]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    save(link);
  });
}
