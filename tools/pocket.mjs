// Runs pocket_walk.py in the pocket's Python: node pocket.mjs RUNTIME PLACE=FOLDER...
import { readFileSync } from "node:fs";

const [runtime, ...places] = process.argv.slice(2);
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const python = await loadPyodide({
  lockFileContents: '{"info": {"abi_version": "2026_0"}, "packages": {}}',
  // Tracebacks name lines, not columns, which makes the files a fifth smaller.
  env: { HOME: "/", PYTHONNODEBUGRANGES: "1", PYTHONDONTWRITEBYTECODE: "1" },
});
for (const [place, folder] of places.map((one) => one.split("="))) {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, folder);
}
try {
  python.runPython(readFileSync(new URL("pocket_walk.py", import.meta.url), "utf8"));
} catch (error) {
  console.error(String(error.message).slice(-3000));
  process.exit(1);
}
