// What upkeep foresees: a small chart for each metric, with its bands and the actions that are planned.
// @ts-check
import { draw, get, h, s, text, width } from "./dom.js";
import { span, words } from "./format.js";

/** @typedef {import("./types.js").Metric} Metric */
/** @typedef {import("./types.js").Upkeep} Upkeep */

const HEIGHT = 58;
/** The metrics that matter most come first. */
const ORDER = ["food_level", "health_level", "time_to_night", "threat_exposure", "light", "pickaxe"];

/** @param {Upkeep} upkeep */
export function showUpkeep(upkeep) {
  const box = get("upkeep");
  const key = JSON.stringify([upkeep, box.clientWidth]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const next = upkeep.actions[0];
  text(get("upkeep-note"), next ? `next: ${words(next.operator)} ${next.at <= upkeep.tick ? "now" : `in ${span(next.at - upkeep.tick)}`}` : "nothing due");
  const rank = (/** @type {Metric} */ metric) => {
    const place = ORDER.findIndex((name) => metric.id.startsWith(name));
    return place < 0 ? ORDER.length : place;
  };
  const metrics = [...upkeep.metrics].sort((a, b) => rank(a) - rank(b));
  box.replaceChildren(...metrics.map((metric) => figure(metric, upkeep, box)));
  if (metrics.length === 0) box.replaceChildren(h("p", { class: "empty" }, "the world has not reported how the body is"));
}

/** @param {Metric} metric @param {Upkeep} upkeep @param {HTMLElement} box */
function figure(metric, upkeep, box) {
  const level = metric.alone[0]?.[1] ?? 0;
  const when = metric.critical_in !== null ? soon("critical", metric.critical_in) : metric.warn_in !== null ? soon("low", metric.warn_in) : "steady";
  const tone = metric.critical_in !== null ? "bad" : metric.warn_in !== null ? "warn" : "";
  const holder = h("div");
  const caption = h("figcaption", {}, h("b", {}, words(metric.id.replace(/_level$/, ""))), h("span", { class: tone }, `${Math.round((level / metric.top) * 100)} %, ${metric.high_is_bad && when.startsWith("low") ? when.replace("low", "high") : when}`));
  const wide = Math.max(220, Math.floor(width(box, 220) / (box.clientWidth > 560 && box.clientWidth < 1100 ? 2 : 1)));
  draw(holder, chart(metric, upkeep, wide));
  return h("figure", {}, caption, holder);
}

/** @param {string} what @param {number} ticks */
function soon(what, ticks) {
  return ticks === 0 ? `${what} now` : `${what} in ${span(ticks)}`;
}

/** @param {Metric} metric @param {Upkeep} upkeep @param {number} wide */
function chart(metric, upkeep, wide) {
  const x = (/** @type {number} */ ticks) => (ticks / Math.max(1, upkeep.horizon_ticks)) * wide;
  const y = (/** @type {number} */ level) => HEIGHT - 3 - (level / metric.top) * (HEIGHT - 6);
  const drawing = s("svg", { viewBox: `0 0 ${wide} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `${words(metric.id)} over the next ${span(upkeep.horizon_ticks)}` });
  const zone = (/** @type {string} */ name, /** @type {number} */ a, /** @type {number} */ b) => {
    const [top, bottom] = [Math.min(y(a), y(b)), Math.max(y(a), y(b))];
    drawing.append(s("rect", { class: name, x: 0, y: top, width: wide, height: bottom - top }));
  };
  const worst = metric.high_is_bad ? metric.top : 0;
  zone("zone-warn", metric.warn_at, metric.critical_at ?? worst);
  if (metric.critical_at !== null) zone("zone-bad", metric.critical_at, worst);
  const line = (/** @type {string} */ name, /** @type {number[][]} */ points) => {
    if (points.length) drawing.append(s("polyline", { class: name, points: points.map(([at, level]) => `${x(at).toFixed(1)},${y(level).toFixed(1)}`).join(" ") }));
  };
  line("alone", metric.planned.length ? metric.alone : []);
  line("kept", metric.planned.length ? metric.planned : metric.alone);
  for (const action of upkeep.actions.filter((action) => action.restores.includes(metric.id))) {
    const at = x(Math.max(0, action.at - upkeep.tick));
    drawing.append(s("line", { class: "act", x1: at, x2: at, y1: 0, y2: HEIGHT }, s("title", {}, words(action.operator))));
    drawing.append(s("circle", { class: "dot", cx: Math.min(Math.max(at, 4), wide - 4), cy: 6, r: 4 }, s("title", {}, words(action.operator))));
  }
  return drawing;
}
