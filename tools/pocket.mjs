// Compiles the Python files of a folder for the pocket's runtime, and writes which of them an evening of
// each game imports, to used.json: node pocket.mjs FOLDER RECORDS
import { readFileSync } from "node:fs";
import { loadPyodide } from "../.venv/pocket/package/pyodide.mjs";

const [folder, records] = process.argv.slice(2);
// Tracebacks name lines, not columns, which makes the files a fifth smaller.
const python = await loadPyodide({ env: { HOME: "/", PYTHONNODEBUGRANGES: "1" } });
for (const [path, real] of [["/folder", folder], ["/records", records]]) {
  python.FS.mkdirTree(path);
  python.mountNodeFS(path, real);
}
try {
  python.runPython(readFileSync(new URL("pocket_warm.py", import.meta.url), "utf8"));
} catch (error) {
  console.error(String(error.message).slice(-3000));
  process.exit(1);
}
