/**
 * The one door from the page to Python: a WebSocket to the server.
 *
 * @returns {WebSocket}
 */
export function connect() {
  const address = new URL("talk", location.href.split("#")[0]);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(address);
}
