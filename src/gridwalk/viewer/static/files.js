/** Files from outside: chosen, dropped or pasted; and files to keep. */

import { Palette } from "./palette.js";
import { say } from "./say.js";

export const MAX_BYTES = 4 << 20;

/** A file as the server takes it: in base64, with the ending of its name. @param {File} file */
export async function content(file) {
  if (file.size > MAX_BYTES) throw new Error(say("files.large", { file: file.name, most: MAX_BYTES >> 20 }));
  const bytes = new Uint8Array(await file.arrayBuffer()),
    letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return { file: btoa(letters.join("")), ending: /\.[^.]{1,20}$/.exec(file.name)?.[0] ?? "" };
}

/** The pictures side by side as one; null if it is too large for the browser. @param {View[]} views @returns {Promise<Blob | null>} */
export function pictureFile(views) {
  const whole = document.createElement("canvas"),
    context = /** @type {CanvasRenderingContext2D} */ (whole.getContext("2d"));
  whole.width = views.reduce((width, { canvases: [one] }) => width + one.width, 0);
  whole.height = Math.max(...views.map(({ canvases: [one] }) => one.height));
  context.fillStyle = Palette.current().text.page;
  context.fillRect(0, 0, whole.width, whole.height);
  let x = 0;
  for (const view of views) {
    view.paint();
    for (const layer of view.canvases) context.drawImage(layer, x, 0);
    x += view.canvases[0].width;
  }
  return new Promise((resolve) => whole.toBlob(resolve, "image/png"));
}

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/**
 * Take files chosen in the dialog, dropped or pasted anywhere on the page, and text pasted there.
 * @param {HTMLInputElement} input @param {(file: File, text: string) => void} take
 */
export function takeFiles(input, take) {
  input.onchange = () => {
    if (input.files?.length) take(input.files[0], "");
    input.value = ""; // so that the same file can be chosen again
  };
  const { body } = document;
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) body.classList.remove("dropping");
  });
  for (const kind of /** @type {const} */ (["paste", "drop"])) {
    document.addEventListener(kind, (event) => {
      body.classList.remove("dropping");
      const data = event instanceof DragEvent ? event.dataTransfer : event.clipboardData,
        text = kind === "paste" ? (data?.getData("text/plain") ?? "") : "",
        file = data?.files[0] ?? (text && new File([text], say("files.clipboard")));
      if (!file || (kind === "paste" && event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      take(file, data?.files.length ? "" : text);
    });
  }
}
