// "Why?": the chain of reasons behind a task or an action, in a dialog.
// @ts-check
import { read } from "./api.js";
import { get, h, text } from "./dom.js";
import { number } from "./format.js";

/** @typedef {import("./types.js").Why} Why */

/** What has just begun is in the journal within about a second. */
const AGAIN_MS = 1200;

/** The moment that the page shows, if it is a past one. @type {number | null} */
let moment = null;
let asked = 0;

/** @param {number | null} tick */
export function tellWhy(tick) {
  moment = tick;
}

/** A button that asks for the reasons of something. @param {string} of @param {string} name */
export function whyButton(of, name) {
  const button = h("button", { type: "button", class: "why-button", "aria-label": `Why ${name}?` }, "why?");
  button.addEventListener("click", () => ask(of));
  return button;
}

/** @param {string} of */
export async function ask(of) {
  const own = (asked += 1);
  const dialog = /** @type {HTMLDialogElement} */ (get("reasons"));
  text(get("reasons-of"), of);
  text(get("reasons-note"), "looking into the journal…");
  get("chain").replaceChildren();
  get("deeds").replaceChildren();
  get("deeds-head").hidden = true;
  if (!dialog.open) dialog.showModal();
  const path = `/v1/why?of=${of}${moment === null ? "" : `&tick=${moment}`}`;
  try {
    const found = await read(path).catch(() => new Promise((later) => setTimeout(later, AGAIN_MS)).then(() => read(path)));
    if (own === asked) show(found);
  } catch (error) {
    if (own === asked) text(get("reasons-note"), error instanceof Error ? error.message : error);
  }
}

/** @param {Why} why */
function show(why) {
  text(get("reasons-note"), `from the journal, ticks ${number(why.from)} to ${number(why.to)}`);
  get("chain").replaceChildren(...why.chain.map((cause, n) => h("li", {},
    h("div", { class: "row" }, h("span", { class: "tag" }, n === 0 ? cause.subject : `for ${cause.subject}`), h("b", {}, cause.what), h("time", {}, `tick ${number(cause.tick)}`)),
    h("p", {}, `because ${cause.why}`),
    cause.then.length ? h("ul", {}, ...cause.then.map((later) => h("li", {}, h("time", {}, number(later.tick)), later.text))) : null)));
  get("deeds-head").hidden = why.actions.length === 0;
  get("deeds").replaceChildren(...why.actions.map((deed) => h("li", {}, h("time", {}, number(deed.tick)), h("span", {}, deed.what), whyButton(deed.id, deed.what))));
}

export function beginWhy() {
  const dialog = /** @type {HTMLDialogElement} */ (get("reasons"));
  get("reasons-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside the dialog
  });
}
