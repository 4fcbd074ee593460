// The pages of an evening and a group: arrow keys and swipes turn pages. Everything works without this script.
"use strict";

// A payment that is marked or taken back leaves the page as it stood, so that no other row comes under the thumb.
// Its button then waits a moment, because a second tap would take it back.
{
  const debts = () => [...document.querySelectorAll(".debts li")];
  document.addEventListener("submit", ({ target, submitter }) => {
    if (!target.matches("[data-stays]")) return;
    const row = debts().indexOf(target.closest("li"));
    store.tab.setItem("stays", JSON.stringify([location.pathname, scrollY, row, submitter.matches(":focus-visible")]));
  });
  const [path, down, row, byKeys] = JSON.parse(store.tab.getItem("stays")) ?? [];
  store.tab.removeItem("stays");
  if (path === location.pathname) {
    scrollTo(0, down);
    const button = debts()[row]?.querySelector("button");
    if (byKeys) button?.focus();
    else if (button) {
      button.disabled = true;
      setTimeout(() => { button.disabled = false; }, 800);
    }
  }
}

for (const one of document.querySelectorAll(".with-script")) one.hidden = false;

const turn = (way) => document.querySelector(`a[rel="${way}"]`)?.click();

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  if (event.key === "ArrowRight") turn("next");
  if (event.key === "ArrowLeft") turn("prev");
});

// A swipe is quick, long and horizontal, and does not start on something that scrolls sideways.
let start = null;
document.addEventListener("touchstart", (event) => {
  const [touch] = event.touches;
  start = event.touches.length === 1 && !event.target.closest(".scroll")
    ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  if (!start) return;
  const { clientX, clientY } = event.changedTouches[0];
  const across = clientX - start.x;
  if (event.timeStamp - start.at < 600 && Math.abs(across) > 60 && Math.abs(clientY - start.y) < 40) {
    turn(across < 0 ? "next" : "prev");
  }
  start = null;
});

document.querySelector("[data-print]")?.addEventListener("click", () => print());

// The winner's card as a picture, drawn from its texts: shared, or downloaded where files cannot be shared.
const winner = document.querySelector(".winner");
const textOf = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";

// The colours of the players by day, as in evening.css: the picture is always of paper.
const HUES = ["#6f4d12", "#1a4f9c", "#8c2a1b", "#17622f", "#6d2a72", "#221d15", "#0a6270", "#857650"];

function drawn(width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  const margin = width / 32;
  const most = width - 5 * margin;
  const light = pen.createRadialGradient(width / 2, height / 3, 0, width / 2, height / 3, width * 0.7);
  light.addColorStop(0, "#1f5641");
  light.addColorStop(1, "#153d2e");
  pen.fillStyle = light;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = "#f7f0df";
  pen.fillRect(margin, margin, width - 2 * margin, height - 2 * margin);
  pen.strokeStyle = "#dcb765";
  pen.lineWidth = margin / 6;
  pen.strokeRect(1.4 * margin, 1.4 * margin, width - 2.8 * margin, height - 2.8 * margin);
  const book = '"Iowan Old Style", Palatino, Georgia, serif';
  const plain = "system-ui, sans-serif";
  const everyone = [...document.querySelectorAll(".totals tbody tr:has(bdi)")].map((row) =>
    [`${row.querySelector("bdi").textContent} ${row.querySelector("b")?.textContent ?? ""}`.trim(), row.querySelector(".face")]);
  const across = width > height ? 6 : everyone.length > 8 ? 2 : 1;
  const rows = everyone.filter((_, at) => at % across === 0).map((_, at) => everyone.slice(at * across, (at + 1) * across));
  // Each line: texts with the marks of their players, size, font and colour.
  const lines = [
    [[[`${textOf("h1")} · ${winner.dataset.day}`]], 34, `400 0px ${plain}`, "#5a5040"],
    [[...winner.querySelectorAll(".faces .face")].map((face) => ["", face]), 48, `400 0px ${plain}`, ""],
    [[[textOf(".winner h2")]], 120, `700 0px ${book}`, "#221d15"],
    [[[textOf(".winner .figure").replace(/\s+\+/g, " · +")]], 80, `700 0px ${book}`, "#6f4d12"],
    [[[textOf(".winner .story")]], 38, `400 0px ${book}`, "#221d15"],
    ...rows.map((row) => [row, 34, `400 0px ${plain}`, "#221d15"]),
    [[[winner.dataset.brand]], 26, `700 0px ${book}`, "#6f4d12"],
  ].filter(([parts]) => parts.some(([text, face]) => text || face));
  // As large as the lines leave room for, up to the size of their design.
  const gap = 18;
  const tall = lines.reduce((sum, [, size]) => sum + size + gap, -gap);
  const u = Math.min(width / 1080, (height - 5 * margin) / tall);
  let at = (height - tall * u) / 2;
  pen.textBaseline = "middle";
  for (const [parts, size, font, colour] of lines) {
    let fit = size * u;
    const wide = ([text, face]) => (face ? fit : 0) + pen.measureText(text).width;
    const whole = () => {
      pen.font = font.replace("0px", `${fit}px`);
      return parts.reduce((sum, part) => sum + wide(part), (parts.length - 1) * fit);
    };
    while (whole() > most && fit > 12) fit -= 1;
    let x = (width - whole()) / 2;
    const y = at + (size * u) / 2;
    for (const [text, face] of parts) {
      if (face) {
        pen.save();
        pen.translate(x + fit * 0.4, y);
        pen.scale(fit / 26, fit / 26);
        pen.fillStyle = HUES[face.classList[1].slice(4)];
        pen.fill(new Path2D(face.querySelector("path").getAttribute("d")));
        pen.restore();
      }
      pen.fillStyle = colour;
      pen.fillText(text, x + (face ? fit : 0), y);
      x += wide([text, face]) + fit;
    }
    at += (size + gap) * u;
  }
  return canvas;
}

for (const button of document.querySelectorAll("[data-picture]")) {
  button.addEventListener("click", async () => {
    const canvas = drawn(...button.dataset.picture.split("x").map(Number));
    const file = new File([await new Promise((done) => canvas.toBlob(done))], winner.dataset.file, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  });
}
