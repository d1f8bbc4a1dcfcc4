// Light or dark, before the first picture: the choice made here, else that of the system.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const chosen = localStorage.getItem("gridwalk-theme");
    document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
    const menu = /** @type {HTMLSelectElement | null} */ (document.getElementById("theme"));
    if (menu) menu.value = chosen ?? "";
    document.dispatchEvent(new Event("theme"));
  };
  dark.addEventListener("change", apply);
  document.addEventListener("choose-theme", (event) => {
    const { detail } = /** @type {CustomEvent<string>} */ (event);
    if (detail) localStorage.setItem("gridwalk-theme", detail);
    else localStorage.removeItem("gridwalk-theme");
    apply();
  });
  document.addEventListener("DOMContentLoaded", apply);
  apply();
})();
