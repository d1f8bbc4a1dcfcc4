// Ranks headings first, then guides and lessons, and names of the API last.
var Scorer = {
  score: ([docName, _title, _anchor, _descr, score, _file, kind]) => {
    if (kind === "object") return score - 10;
    if (kind === "title") score += 10;
    const folder = docName.split("/")[0];
    if (folder === "api") return score - 5;
    return score + ({ howto: 3, lessons: 3, zh: 1 }[folder] ?? 0);
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 30,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
