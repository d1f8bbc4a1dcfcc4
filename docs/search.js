// Ask the search of a built site: node docs/search.js docs/_build/html.  Each query must have its page among the first
// three results; others are printed, and the status is 1.
const fs = require("fs");
const vm = require("vm");

const WANTED = {
  "A*": "howto/shortest",
  "count paths": "howto/count",
  "export png": "howto/films",
  "solve maze": "howto/shortest",
  "d* lite": "howto/replanning",
  "马踏棋盘": "zh/lessons/5-knights-tour",
  "回溯": "zh/lessons/3-every-path",
};
const page = vm.createContext({
  SPHINX_HIGHLIGHT_ENABLED: false,
  document: { getElementById: () => ({}), createElement: () => ({}), addEventListener() {} },
});
page.window = page;
vm.runInContext("class DOMParser {}; const _ = (text) => text; const _ready = () => {};", page);
for (const file of ["_static/language_data.js", "_static/searchtools.js", "searchindex.js"]) {
  vm.runInContext(fs.readFileSync(`${process.argv[2]}/${file}`, "utf8"), page);
}
for (const [query, wanted] of Object.entries(WANTED)) {
  const ask = `Search._performSearch(...Search._parseQuery(${JSON.stringify(query)}))`;
  const found = [...new Set(vm.runInContext(ask, page).reverse().map(([name]) => name))].slice(0, 3);
  if (!found.includes(wanted)) {
    console.log(`the search for "${query}" finds ${found.join(", ")}, not ${wanted}`);
    process.exitCode = 1;
  }
}
