// How the program is: how long its thinking takes, how large its journal is, and what it has counted.
// @ts-check
import { draw, get, h, s, text, width } from "./dom.js";
import { bytes, micros, number, words } from "./format.js";

/** @typedef {import("./types.js").Health} Health */

/** @param {Health} health */
export function showHealth(health) {
  const steps = health.mind_step;
  const total = steps.counts.reduce((sum, count) => sum + count, 0);
  text(get("health-note"), `mind step ${micros(steps.p50_us)} median, ${micros(steps.p99_us)} at 99 % · journal ${bytes(health.journal_bytes)} · up ${health.uptime_minutes} min of game`);
  const box = get("steps");
  const key = JSON.stringify([steps.counts.map((count) => Math.round((count / Math.max(1, total)) * 500)), box.clientWidth]);
  if (box.dataset.key !== key) {
    box.dataset.key = key;
    draw(box, histogram(health, width(box, 300), total));
  }
  const told = Object.entries(health.counters).filter(([name]) => name !== "started_at");
  const list = get("counters");
  if (list.childElementCount !== told.length) list.replaceChildren(...told.map(([name]) => h("div", {}, h("dt", {}, words(name)), h("dd", {}))));
  told.forEach(([, count], n) => text(list.children[n].lastElementChild, number(count)));
}

/** @param {Health} health @param {number} wide @param {number} total */
function histogram(health, wide, total) {
  const { bounds_us, counts } = health.mind_step;
  const [height, base] = [118, 96];
  const drawing = s("svg", { viewBox: `0 0 ${wide} ${height}`, height, role: "img", "aria-label": "How long the steps of the mind took" });
  const most = Math.max(1, ...counts);
  const slot = wide / counts.length;
  counts.forEach((count, n) => {
    const tall = count === 0 ? 0 : Math.max(2, (Math.sqrt(count) / Math.sqrt(most)) * (base - 18));
    const name = n < bounds_us.length ? `≤ ${micros(bounds_us[n])}` : "more";
    drawing.append(s("rect", { class: `bar ${n < 8 ? "slack" : "tight"}`, x: n * slot + 3, y: base - tall, width: Math.max(2, slot - 6), height: tall }, s("title", {}, `${name}: ${number(count)} steps`)));
    if (count > 0 && slot > 40) drawing.append(s("text", { x: n * slot + slot / 2, y: base - tall - 4, "text-anchor": "middle" }, `${((count / Math.max(1, total)) * 100).toFixed(count / total < 0.01 ? 2 : 0)} %`));
    if (slot > 40 || n % 3 === 0) drawing.append(s("text", { x: n * slot + slot / 2, y: height - 6, "text-anchor": "middle" }, n < bounds_us.length ? micros(bounds_us[n]) : "more"));
  });
  drawing.append(s("line", { class: "axis", x1: 0, x2: wide, y1: base, y2: base }));
  return drawing;
}
