// Light or dark, before the first picture: the choice made here, else that of the system.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const chosen = localStorage.getItem("gridwalk-theme");
    document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
    document.dispatchEvent(new Event("theme"));
  };
  dark.addEventListener("change", apply);
  document.addEventListener("switch-theme", () => {
    localStorage.setItem("gridwalk-theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    apply();
  });
  apply();
})();
