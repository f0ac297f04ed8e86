// What the agent does now, how it is, and what it carries.
// @ts-check
import { attr, get, h, text } from "./dom.js";
import { clock, number, words } from "./format.js";
import { icon, pips } from "./icons.js";
import { ask } from "./why.js";

/** @typedef {import("./types.js").Status} Status */

/** @param {Status} status */
export function showNow(status) {
  text(get("day"), `day ${status.day}`);
  text(get("time"), status.time_of_day === null ? "–:–" : clock(status.time_of_day));
  sky(status.time_of_day);
  const controller = status.controller ?? "none";
  text(get("controller"), status.paused ? `${controller} · paused` : controller);
  attr(get("controller"), "class", `badge ${controller}`);
  text(get("doing"), sentence(status.doing));
  text(get("why"), status.why ? `because ${status.why}` : "");
  progress("action", status.action);
  progress("task", status.task);
  text(get("task-key"), status.task ? `${status.task.id}  ${status.task.key}` : "no task at hand");
  reason("why-action", status.action_id);
  reason("why-task", status.task?.id ?? null);
  vital("health", "heart", status.health);
  vital("food", "leg", status.food);
  text(get("at"), status.at ? status.at.join("  ") : "–");
  text(get("done"), `${number(status.tasks.completed ?? 0)} of ${number(status.tasks.created ?? 0)}`);
  text(get("deaths"), number(status.deaths));
  text(get("seen"), number(status.items_seen));
  bag(status.bag);
}

/** A button that is of use while there is something to ask about. @param {string} id @param {string | null} of */
function reason(id, of) {
  const button = get(id);
  button.disabled = of === null;
  button.onclick = of === null ? null : () => ask(of);
}

/** @param {string} words */
function sentence(words) {
  return words ? words[0].toUpperCase() + words.slice(1) : "–";
}

/** @param {number | null} time */
function sky(time) {
  if (time === null) return;
  const night = time >= 13000 && time < 23000;
  const dusk = (time >= 11600 && time < 13000) || time >= 23000;
  attr(get("sky"), "class", `sky ${night ? "night" : dusk ? "dusk" : "day"}`);
  const part = night ? (time - 13000) / 10000 : ((time + 1000) % 24000) / 14000;
  const sun = get("sun");
  sun.style.left = `${part * 84}%`;
  sun.style.top = `${55 - Math.sin(part * Math.PI) * 50}%`;
}

/** @param {string} id @param {{done: number, of: number} | null} value */
function progress(id, value) {
  const bar = get(id);
  bar.max = Math.max(1, value?.of ?? 1);
  bar.value = value && value.of > 0 ? Math.min(bar.max, value.done) : 0;
  text(get(`${id}-n`), value && value.of > 0 ? `${number(value.done)} / ${number(value.of)}` : "–");
}

/** @type {Record<string, string>} */
const shown = {};

/** @param {"health" | "food"} id @param {"heart" | "leg"} kind @param {number | null} level */
function vital(id, kind, level) {
  const next = String(level);
  if (shown[id] === next) return;
  shown[id] = next;
  get(id).replaceChildren(...pips(kind, level));
  attr(get(id), "aria-label", level === null ? `${id} unknown` : `${id} ${level} of 20`);
}

/** @type {Map<string, {tile: HTMLElement, count: HTMLElement, n: number}>} */
const tiles = new Map();

/** Tiles keep their place as long as their item is carried, so that nothing jumps. @param {Record<string, number>} carried */
function bag(carried) {
  const list = get("bag");
  for (const [name, known] of tiles) {
    if (!carried[name]) {
      known.tile.remove();
      tiles.delete(name);
    }
  }
  const first = tiles.size === 0;
  const names = Object.keys(carried).sort((a, b) => carried[b] - carried[a]);
  for (const name of names) {
    const known = tiles.get(name);
    if (!known) {
      const count = h("b", {}, number(carried[name]));
      const tile = h("li", { title: words(name) }, icon(name), count, h("span", { class: "skip" }, words(name)));
      if (!first) tile.classList.add("fresh");
      setTimeout(() => tile.classList.remove("fresh"), 4000);
      list.append(tile);
      tiles.set(name, { tile, count, n: carried[name] });
    } else if (known.n !== carried[name]) {
      known.n = carried[name];
      text(known.count, number(known.n));
      attr(known.tile, "title", words(name));
    }
  }
  const total = names.reduce((sum, name) => sum + carried[name], 0);
  text(get("bag-note"), total ? `${number(total)} items, ${names.length} kinds` : "empty");
}
