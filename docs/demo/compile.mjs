/**
 * Compile the modules of an archive by the Python that will read them: `node compile.mjs PYODIDE FROM.zip TO.zip`.
 *
 * A browser then starts in half of the time.  Docstrings are dropped; what is no module is taken as it is.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${resolve(folder)}/` });
python.FS.writeFile("/from.zip", new Uint8Array(readFileSync(from)));
python.runPython(`
import pathlib, py_compile, zipfile

zipfile.ZipFile("/from.zip").extractall("/modules")
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH  # no file's time, so that it is always the same
with zipfile.ZipFile("/to.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for file in sorted(pathlib.Path("/modules").rglob("*.*")):
        name = file.relative_to("/modules")
        if file.suffix == ".py":
            compiled = py_compile.compile(str(file), "/one.pyc", str(name), True, 2, unchecked)
            file, name = pathlib.Path(compiled), name.with_suffix(".pyc")
        archive.writestr(zipfile.ZipInfo(str(name)), file.read_bytes(), zipfile.ZIP_DEFLATED, 9)
`);
writeFileSync(to, python.FS.readFile("/to.zip"));
process.exit(0);
