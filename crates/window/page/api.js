// The way to the agent: reading, orders, and the stream of events.
// @ts-check

/** @typedef {import("./types.js").Panels} Panels */

/** @param {string} path @returns {Promise<any>} */
export async function read(path) {
  return answer(await fetch(path, { headers: { accept: "application/json" } }));
}

/** An order. The header is what a page of another site cannot send. @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function order(path, body) {
  const headers = { "content-type": "application/json", "x-stead-page": "1" };
  return answer(await fetch(path, { method: "POST", headers, body: JSON.stringify(body ?? {}) }));
}

/** Sends a file. @param {string} path @param {ArrayBuffer} bytes @returns {Promise<any>} */
export async function send(path, bytes) {
  const headers = { "content-type": "application/octet-stream", "x-stead-page": "1" };
  return answer(await fetch(path, { method: "POST", headers, body: bytes }));
}

/** @param {Response} response */
async function answer(response) {
  const told = await response.json().catch(() => null);
  if (response.ok) return told;
  const error = told?.error;
  throw new Error(error ? `${error.what}; ${error.do}` : `the agent answered ${response.status}`);
}

/**
 * Listens to the agent. The browser connects again by itself after a break.
 * @param {(name: keyof Panels, data: any) => void} take @param {(live: boolean) => void} state
 */
export function listen(take, state) {
  const stream = new EventSource("/v1/events");
  stream.onopen = () => state(true);
  stream.onerror = () => state(false);
  for (const name of /** @type {(keyof Panels)[]} */ (["status", "tasks", "thoughts", "plan", "upkeep", "tracks", "memory", "talk", "trail", "builds", "health"])) {
    stream.addEventListener(name, (event) => take(name, JSON.parse(event.data)));
  }
  addEventListener("pagehide", () => stream.close());
}
