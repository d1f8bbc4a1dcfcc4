/**
 * The one door from the page to Python: a WebSocket to the server.  The demo that needs no server has another.
 *
 * @returns {WebSocket}
 */
export function connect() {
  const address = new URL("talk", location.href.split("#")[0]);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(address);
}

export const IS_LASTING = false; // whether the address is the page's tomorrow, too
