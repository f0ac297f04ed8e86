// Tasks as a tree, and the form that gives a goal.
// @ts-check
import { order } from "./api.js";
import { attr, get, h, rows, text } from "./dom.js";
import { words } from "./format.js";
import { whyButton } from "./why.js";

/** @typedef {import("./types.js").Task} Task */
/** @typedef {import("./types.js").Tasks} Tasks */

const ENDED_SHOWN = 14;

/** @param {Tasks} tasks @param {boolean} live */
export function showTasks(tasks, live) {
  const order = tree(tasks.open);
  const shown = [...order.map(({ task, depth }) => ({ task, depth, open: true })), ...tasks.ended.slice(0, ENDED_SHOWN).map((task) => ({ task, depth: 0, open: false }))];
  text(get("tasks-note"), `${tasks.open.length} open`);
  rows(get("tasks"), shown, ({ task, depth }) => JSON.stringify([task, depth, live]), (row) => line(row, live), "nothing undertaken yet");
}

/** Parents before the tasks that they need, the agent's own order otherwise. @param {Task[]} open @returns {{task: Task, depth: number}[]} */
function tree(open) {
  const ids = new Set(open.map((task) => task.id));
  /** @type {{task: Task, depth: number}[]} */
  const sorted = [];
  const place = (/** @type {Task} */ task, /** @type {number} */ depth) => {
    sorted.push({ task, depth: Math.min(depth, 3) });
    if (depth < 8) for (const child of open.filter((other) => other.parent === task.id)) place(child, depth + 1);
  };
  for (const task of open) if (!task.parent || !ids.has(task.parent)) place(task, 0);
  return sorted;
}

/** @param {{task: Task, depth: number, open: boolean}} row @param {boolean} live */
function line({ task, depth, open }, live) {
  const stop = open && live ? h("button", { type: "button", "aria-label": `Cancel ${task.id} ${task.key}` }, "cancel") : h("span");
  if (open && live) stop.addEventListener("click", () => tell(order("/v1/cancel", { task: task.id })));
  const done = task.progress && task.progress.of > 1 ? h("span", { class: "tag" }, `${task.progress.done}/${task.progress.of}`) : h("span");
  const tone = task.status === "failed" ? "bad" : task.status === "done" ? "good" : task.origin.who === "user" ? "info" : "";
  const state = task.detail ? `${task.status}: ${words(task.detail)}` : task.status;
  return h("li", { class: `depth-${depth} ${open ? "open" : "ended"}` },
    h("div", { class: "row" },
      h("i", { class: `dot ${task.status}`, title: state }),
      h("span", { class: "what", title: task.goal }, h("b", {}, task.goal)),
      done, whyButton(task.id, `${task.id} ${task.key}`), stop),
    h("div", { class: "sub" }, h("span", { class: `tag ${tone}` }, state), " ", h("code", {}, `${task.id} ${task.key}`), ` · ${task.origin.who}: ${task.origin.why}`, task.why ? ` · ${task.why}` : ""));
}

/** Shows what became of an order. @param {Promise<any>} asked */
export async function tell(asked) {
  const line = get("goal-answer");
  try {
    const answer = await asked;
    attr(line, "class", "answer");
    text(line, answer.said ?? "done");
  } catch (error) {
    attr(line, "class", "answer bad");
    text(line, error instanceof Error ? error.message : error);
  }
}

/** Names that the goal form suggests: what is carried, and what most lives need. */
const USUAL = ["oak_log", "cobblestone", "coal", "iron_ingot", "stone_pickaxe", "iron_pickaxe", "furnace", "torch", "bread", "basic_shelter", "home", "diamond"];

export function beginTasks() {
  get("targets").replaceChildren(...USUAL.map((name) => h("option", { value: name })));
  get("goal").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const target = String(form.get("target")).trim().toLowerCase().replaceAll(" ", "_");
    tell(order("/v1/goal", { action: form.get("action"), target, amount: Number(form.get("amount")) || 1 }));
  });
}
