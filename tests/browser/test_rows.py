"""Nothing on the table ends inside a row or a line, at any size, for any number of players."""

SIZES = ((320, 568), (360, 640), (390, 844), (844, 390), (1024, 768))
CUT = """() => {
  const shown = (one) => one.checkVisibility() && one.getClientRects().length && !one.closest(".visually-hidden, svg");
  const name = (one) => `${one.tagName} .${one.className} ${one.textContent.trim().replace(/\\s+/g, " ").slice(0, 30)}`;
  const box = (one) => one.getBoundingClientRect();
  const all = [...document.querySelectorAll("header *, main *")].filter(shown);
  const found = [];
  for (const one of all) {
    const {overflowX, overflowY, textOverflow} = getComputedStyle(one);
    if (overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1) found.push(`cut or scrolls: ${name(one)}`);
    if (textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth && one.tagName !== "BDI") found.push(`shortened: ${name(one)}`);
  }
  const rows = all.filter((one) => one.matches(".pool > *, .player, .others, .melds > li, #question, .notice, #settlement > *,"
    + " .whole .row, #entry :is(.button, .card, .tile)"));
  const inside = (one, two) => one.contains(two) || two.contains(one);
  rows.forEach((one, place) => {
    const a = box(one);
    if (a.right > innerWidth + 1 || a.left < -1) found.push(`outside: ${name(one)}`);
    for (const two of rows.slice(place + 1)) {
      const b = box(two);
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1.5 && down > 1.5 && !inside(one, two)) found.push(`over each other: ${name(one)} | ${name(two)}`);
    }
  });
  const sheet = document.querySelector("#state .seats");
  if (sheet && !document.querySelector(".others")?.checkVisibility()) {
    const gone = [...sheet.querySelectorAll(".player")].filter((one) => !shown(one));
    if (gone.length) found.push(`not shown: ${gone.length}`);
  }
  return found.slice(0, 6);
}"""
"""Returns what is cut off, hidden without a word, outside of the page, or over something else."""
SCROLLS = "() => document.documentElement.scrollHeight - innerHeight"
