// The winner's card as a picture, drawn from the texts, marks and curve of this page: shared, or downloaded
// where files cannot be shared. It is always of paper, so its colours are those by day.
"use strict";

{
  const winner = document.querySelector(".winner");
  const textOf = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";
  const [INK, SOFT, LINE, BRASS] = ["#221d15", "#5a5040", "#d5c8a8", "#6f4d12"];
  const HUES = [BRASS, "#1a4f9c", "#8c2a1b", "#17622f", "#6d2a72", INK, "#0a6270", "#857650"];
  const SUITS = { spades: INK, hearts: "#a81b15", diamonds: "#1a4f9c", clubs: "#17622f" };
  const BOOK = '"Iowan Old Style", Palatino, Georgia, serif';
  const PLAIN = "system-ui, sans-serif";
  const hueOf = (one) => HUES[[...one.classList].find((name) => name.startsWith("hue-"))?.slice(4)] ?? INK;

  // Write a line of text, smaller if it is wider than `most`, and cut if it would be too small; return its width.
  function write(pen, text, x, y, size, most, { font = `400 ${PLAIN}`, colour = INK, align = "left" } = {}) {
    const [weight, ...family] = font.split(" ");
    let fit = size;
    const wide = () => {
      pen.font = `${weight} ${fit}px ${family.join(" ")}`;
      return pen.measureText(text).width;
    };
    while (wide() > most && fit > size / 3) fit -= 1;
    const letters = [...text];
    while (letters.length > 1 && wide() > most) {
      letters.pop();
      text = `${letters.join("")}…`;
    }
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.fillText(text, x, y);
    return wide();
  }

  // A text in at most two lines.
  function wrapped(pen, text, size, most) {
    pen.font = `400 ${size}px ${BOOK}`;
    const lines = [""];
    for (const word of text.split(" ")) {
      const longer = `${lines.at(-1)} ${word}`.trim();
      if (lines.length === 1 && lines[0] && pen.measureText(longer).width > most) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines;
  }

  // Fill the outline of an element, with its own transform.
  function fill(pen, path, x, y, scale, colour) {
    pen.save();
    pen.translate(x, y);
    pen.scale(scale, scale);
    const own = path.transform?.baseVal.consolidate()?.matrix;
    if (own) pen.transform(own.a, own.b, own.c, own.d, own.e, own.f);
    pen.fillStyle = colour;
    pen.fill(new Path2D(path.getAttribute("d")), path.getAttribute("fill-rule") ?? "nonzero");
    pen.restore();
  }
  const mark = (pen, face, x, y, size) => fill(pen, face.querySelector("path"), x, y, size / 24, hueOf(face));

  // The suits or the tile of the games, up to `right`.
  function emblem(pen, right, y, size) {
    const signs = [...winner.querySelectorAll(".emblem svg")];
    let x = right - signs.length * size * 1.15;
    for (const sign of signs) {
      const symbol = document.querySelector(sign.querySelector("use").getAttribute("href"));
      const tile = sign.closest(".tile");
      if (tile) {
        pen.fillStyle = "#fbf5e4";
        pen.strokeStyle = "#c3b48b";
        pen.lineWidth = 2;
        pen.beginPath();
        pen.rect(x, y - size / 2, size * 1.15, size);
        pen.fill();
        pen.stroke();
      }
      const path = symbol.querySelector("path");
      const inset = tile ? size * 0.075 : 0;
      if (path) fill(pen, path, x + inset, y - size / 2, size / symbol.viewBox.baseVal.width, SUITS[sign.parentElement.className] ?? INK);
      x += size * 1.15;
    }
  }

  // The curve of the page without its names: each line has the mark of its player.
  function chart(pen, svg, x, y, width, height) {
    const right = Number(svg.querySelector(".zero").getAttribute("d").split("H")[1]);
    const [across, down] = [width / (right + 48), height / svg.viewBox.baseVal.height];
    const at = new DOMMatrix([across, 0, 0, down, x, y]);
    const line = (path, colour, thick) => {
      const moved = new Path2D();
      moved.addPath(new Path2D(path.getAttribute("d")), at);
      pen.strokeStyle = colour;
      pen.lineWidth = thick;
      pen.setLineDash((path.getAttribute("stroke-dasharray") ?? "").split(" ").filter(Boolean).map(Number));
      pen.stroke(moved);
      pen.setLineDash([]);
    };
    pen.lineJoin = "round";
    line(svg.querySelector(".grid"), LINE, 2);
    line(svg.querySelector(".zero"), SOFT, 3);
    for (const tick of svg.querySelectorAll(".tick[text-anchor]")) {
      const isTime = tick.getAttribute("text-anchor") === "middle";
      const place = [x + tick.getAttribute("x") * across - (isTime ? 0 : 10), y + (tick.getAttribute("y") - (isTime ? 6 : 8)) * down];
      write(pen, tick.textContent, ...place, 24, 200, { colour: SOFT, align: isTime ? "center" : "right" });
    }
    for (const one of svg.querySelectorAll(".line")) {
      const colour = hueOf(one);
      line(one.querySelector(".leader"), colour, 2);
      line(one.querySelector("path:not(.leader)"), colour, 5);
      const spots = one.querySelector(".spots")?.getAttribute("d") ?? "";
      for (const [, over, under, outline] of spots.matchAll(/M(\S+) (-?[\d.]+)(m[^M]+)/g)) {
        const spot = new Path2D(`M0 0${outline}`);
        pen.save();
        pen.translate(x + over * across, y + under * down);
        pen.strokeStyle = "#f7f0df";
        pen.lineWidth = 4;
        pen.stroke(spot);
        pen.fillStyle = colour;
        pen.fill(spot);
        pen.restore();
      }
    }
  }

  function drawn(width, height) {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d");
    const edge = width / 32;
    const light = pen.createRadialGradient(width / 2, height / 3, 0, width / 2, height / 3, width * 0.7);
    light.addColorStop(0, "#1f5641");
    light.addColorStop(1, "#153d2e");
    pen.fillStyle = light;
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = "#f7f0df";
    pen.fillRect(edge, edge, width - 2 * edge, height - 2 * edge);
    pen.strokeStyle = "#dcb765";
    pen.lineWidth = edge / 6;
    pen.strokeRect(1.4 * edge, 1.4 * edge, width - 2.8 * edge, height - 2.8 * edge);
    pen.textBaseline = "middle";

    // Beside the curve on a wide picture, above it on a square one.
    const isWide = width > height;
    const svg = document.querySelector(".curve svg");
    const faces = [...winner.querySelectorAll(".faces .face")];
    const won = new Set(faces.map((face) => face.outerHTML));
    const others = [...document.querySelectorAll(".totals tbody tr:has(bdi)")]
      .filter((row) => !won.has(row.querySelector(".face").outerHTML));
    const [from, until] = [2.6 * edge, isWide && svg ? width * 0.54 : width - 2.6 * edge];
    const most = until - from;
    const big = isWide ? 68 : 104;
    const bottom = height - 3.4 * edge;
    let y = 3 * edge;

    write(pen, `${textOf("h1")} · ${winner.dataset.day}`, from, y, 28, most - (isWide ? 0 : 260), { colour: SOFT });
    emblem(pen, width - 2.6 * edge, y, 30);
    const brand = { font: `700 ${BOOK}`, colour: BRASS, align: "right" };
    write(pen, winner.dataset.brand, width - 2.6 * edge, height - 2.4 * edge, 24, most, brand);
    y += isWide ? 58 : 80;
    write(pen, textOf(".won"), from, y, 30, most, { font: `400 ${BOOK}`, colour: BRASS });
    y += 30 + big / 2;

    const figure = textOf(".winner .figure b");
    const sum = write(pen, figure, until, y, big * 0.8, most / 2, { font: `700 ${BOOK}`, colour: BRASS, align: "right" });
    let x = from;
    for (const face of faces.slice(0, 4)) {
      mark(pen, face, x + big * 0.3, y, big * 0.6);
      x += big * 0.75;
    }
    write(pen, textOf(".winner h2"), x, y, big, until - sum - 24 - x, { font: `700 ${BOOK}` });
    y += big / 2 + 30;
    const worth = textOf(".winner .figure span");
    const unit = worth ? write(pen, worth, until, y, 30, most / 3, { font: `400 ${BOOK}`, colour: BRASS, align: "right" }) + 24 : 0;
    for (const line of wrapped(pen, textOf(".winner .story"), 30, most - unit)) {
      write(pen, line, from, y, 30, most - unit, { font: `400 ${BOOK}`, colour: SOFT });
      y += 40;
    }

    // The others: names left, figures right.
    const columns = Math.ceil(others.length / 8);
    const perColumn = Math.ceil(others.length / Math.max(columns, 1));
    const room = isWide ? height - 2.2 * edge - y : bottom - y - (svg ? 260 : 0);
    const step = Math.min(52, room / Math.max(perColumn, 1));
    const wide = (most + 36) / Math.max(columns, 1) - 36;
    others.forEach((row, place) => {
      const at = from + Math.floor(place / perColumn) * (wide + 36);
      const line = y + (place % perColumn + 0.5) * step;
      const size = Math.min(32, step * 0.7);
      pen.fillStyle = LINE;
      pen.fillRect(at, line - step / 2, wide, 2);
      mark(pen, row.querySelector(".face"), at + size / 2, line, size * 0.8);
      let end = at + wide;
      for (const [text, font, colour] of [
        [row.querySelector("td b")?.textContent ?? "", `700 ${BOOK}`, INK],
        [row.querySelector("td small")?.textContent ?? "", `400 ${PLAIN}`, SOFT],
      ]) {
        if (text) end -= Math.max(write(pen, text, end, line, size, wide / 2, { font, colour, align: "right" }), size * 1.9) + 14;
      }
      write(pen, row.querySelector("bdi").textContent, at + size * 1.4, line, size, end - at - size * 1.4);
    });
    y += perColumn * step + 36;

    if (svg && isWide) chart(pen, svg, until + 2 * edge, 3 * edge + 50, width - until - 4.6 * edge, bottom - 3 * edge - 60);
    else if (svg && bottom - y > 160) chart(pen, svg, from, y, most, bottom - y);
    return canvas;
  }

  async function picture(button) {
    const canvas = drawn(...button.dataset.picture.split("x").map(Number));
    const file = new File([await new Promise((done) => canvas.toBlob(done))], winner.dataset.file, { type: "image/png" });
    if (file.size < 100) throw new Error("nothing was drawn");
    if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
  for (const button of document.querySelectorAll("[data-picture]")) {
    const said = button.parentElement.querySelector("[role=status]");
    // A browser may have no canvas, or give none to pages that it does not trust.
    button.addEventListener("click", async () => {
      said.textContent = "";
      await picture(button).catch(() => { said.textContent = winner.dataset.undrawn; });
    });
  }
}
