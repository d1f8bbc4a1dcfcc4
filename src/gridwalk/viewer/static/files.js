/** Boards from files and to files. */

import { toText } from "./board.js";

/** @typedef {import("./board.js").Board} Board */

export const MAX_BYTES = 1 << 20;

/** @param {File} file @returns {Promise<string>} its text; throws an error with the reason if it is not text */
export async function textOf(file) {
  if (file.size > MAX_BYTES) throw new Error(`${file.name}: the viewer takes files of up to 1 MiB`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name}: this is not a text file`);
  }
}

/** @param {Board} board @returns {Blob} the board as a text file */
export function textFile(board) {
  return new Blob([toText(board)], { type: "text/plain" });
}

/** The pictures side by side as one; null if it is too large for the browser.
 * @param {HTMLCanvasElement[]} pictures @returns {Promise<Blob | null>}
 */
export function pictureFile(pictures) {
  const whole = document.createElement("canvas");
  whole.width = pictures.reduce((width, picture) => width + picture.width, 0);
  whole.height = Math.max(...pictures.map((picture) => picture.height));
  const context = /** @type {CanvasRenderingContext2D} */ (whole.getContext("2d"));
  let x = 0;
  for (const picture of pictures) {
    context.drawImage(picture, x, 0);
    x += picture.width;
  }
  return new Promise((resolve) => whole.toBlob(resolve, "image/png"));
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {"svg" | "gif"} form */
export function drawingFile(bytes, form) {
  return new Blob([bytes], { type: form === "svg" ? "image/svg+xml" : "image/gif" });
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
 * Take files dropped anywhere on the page, or chosen in the dialog.
 * @param {HTMLInputElement} input @param {(file: File) => void} take
 */
export function takeFiles(input, take) {
  input.onchange = () => {
    if (input.files?.length) take(input.files[0]);
    input.value = ""; // so that the same file can be chosen again
  };
  const isFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    take(file);
  });
}
