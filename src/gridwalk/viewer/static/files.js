/** Boards from files and to files. */

import { Palette } from "./palette.js";
import { say } from "./say.js";

export const MAX_BYTES = 4 << 20;
const CHUNK = 1 << 15; // arguments of one call

/** A file as the server takes it: in base64, with the ending of its name. @param {File} file */
export async function content(file) {
  if (file.size > MAX_BYTES)
    throw new Error(say("files.large", { file: file.name, most: MAX_BYTES >> 20 }));
  const bytes = new Uint8Array(await file.arrayBuffer());
  let letters = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    letters += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return { file: btoa(letters), ending: (/\.[^.]{1,20}$/.exec(file.name) ?? [""])[0] };
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

/** @param {Uint8Array<ArrayBuffer>} bytes @param {"svg" | "gif" | "txt" | "html" | "json"} form */
export function drawingFile(bytes, form) {
  return new Blob([bytes], {
    type: {
      svg: "image/svg+xml",
      gif: "image/gif",
      txt: "text/plain",
      html: "text/html",
      json: "application/json",
    }[form],
  });
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
 * Take files dropped or pasted anywhere on the page, text pasted there, and files chosen in the dialog.
 * @param {HTMLInputElement} input @param {(file: File) => void} take
 * @param {(text: string) => Promise<boolean>} takeLink takes a link, and says whether the text is one
 */
export function takeFiles(input, take, takeLink) {
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
  document.addEventListener("paste", async (event) => {
    if (event.target instanceof HTMLInputElement || !event.clipboardData) return;
    const text = event.clipboardData.getData("text/plain");
    const file = event.clipboardData.files[0] ?? (text && new File([text], say("files.clipboard")));
    if (!file) return;
    event.preventDefault();
    if (!event.clipboardData.files.length && (await takeLink(text))) return;
    take(file);
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    take(file);
  });
}
