// The plan as a Gantt chart: the agent and each station a lane, what is done, what is left, and the line of now.
// @ts-check
import { attr, draw, get, s, text, width } from "./dom.js";
import { span, words } from "./format.js";

/** @typedef {import("./types.js").Plan} Plan */
/** @typedef {import("./types.js").Bar} Bar */

const LANE = 34;
const HEAD = 22;
const NAMES = 150;

/** @param {Plan} plan @param {number} now */
export function showPlan(plan, now) {
  const left = plan.ahead.reduce((end, bar) => Math.max(end, bar.end), now);
  text(get("plan-key"), plan.key ? `${plan.task}  ${plan.key}` : "");
  const note = plan.key ? `${plan.ahead.filter((bar) => bar.lane === 0).length} steps, ready in ${span(left - now)}` : "";
  text(get("plan-note"), note);
  const box = get("gantt");
  const key = JSON.stringify([plan.task, plan.made, plan.past, plan.ahead, plan.lanes, box.clientWidth]);
  if (box.dataset.key !== key) {
    box.dataset.key = key;
    draw(box, chart(plan, width(box, 320), Math.max(left, now + 20)));
  }
  const drawing = box.firstElementChild;
  const line = drawing?.querySelector(".nowline");
  if (line) {
    const [from, to, total] = (drawing?.getAttribute("data-span") ?? "0,1,1").split(",").map(Number);
    const names = total < 520 ? 92 : NAMES;
    const x = names + (Math.min(Math.max(now, from), to) - from) / Math.max(1, to - from) * (total - names - 10);
    attr(line, "transform", `translate(${x.toFixed(1)} 0)`);
  }
}

/** @param {Plan} plan @param {number} total @param {number} to */
function chart(plan, total, to) {
  const past = plan.past.slice(-6);
  const from = Math.min(...[...past, ...plan.ahead].map((bar) => bar.start), to - 20);
  const names = total < 520 ? 92 : NAMES;
  const scale = (/** @type {number} */ tick) => names + (tick - from) / Math.max(1, to - from) * (total - names - 10);
  const height = HEAD + Math.max(1, plan.lanes.length) * LANE + 4;
  const drawing = s("svg", { viewBox: `0 0 ${total} ${height}`, height, role: "img", "aria-label": plan.key ? `Plan for ${plan.key}` : "No plan", "data-span": `${from},${to},${total}` });
  plan.lanes.forEach((lane, n) => {
    drawing.append(s("rect", { class: "lane", x: names - 4, y: HEAD + n * LANE + 2, width: total - names + 4, height: LANE - 4, rx: 6 }));
    drawing.append(s("text", { class: "strong", x: 0, y: HEAD + n * LANE + LANE / 2 + 4 }, cut(laneName(lane), names / 6.6)));
  });
  if (!plan.key) {
    drawing.append(s("text", { x: names + 8, y: HEAD + LANE / 2 + 4 }, "no timed plan now: the task at hand goes one step at a time"));
    return drawing;
  }
  const step = [100, 200, 400, 600, 1200, 2400, 6000, 12000, 24000].find((ticks) => (to - from) / ticks < (total - names) / 64) ?? 48000;
  for (let tick = 0; tick <= to - from; tick += step) {
    drawing.append(s("line", { class: "axis", x1: scale(from + tick), x2: scale(from + tick), y1: 15, y2: height }));
    drawing.append(s("text", { x: scale(from + tick) + 3, y: 11 }, span(tick)));
  }
  const bars = [...past.map((bar) => ({ bar, done: true })), ...plan.ahead.map((bar) => ({ bar, done: false }))];
  for (const { bar, done } of bars) drawing.append(...shape(bar, done, scale));
  drawing.append(s("g", { class: "nowline-g" }, s("line", { class: "nowline", x1: 0, x2: 0, y1: 14, y2: height })));
  return drawing;
}

/** @param {Bar} bar @param {boolean} done @param {(tick: number) => number} scale */
function shape(bar, done, scale) {
  const x = scale(bar.start);
  const wide = Math.max(3, scale(bar.end) - x - 1);
  const y = HEAD + bar.lane * LANE + 6;
  const kind = done ? "done" : bar.slack === 0 ? "tight" : "slack";
  const slack = done ? "done" : bar.slack === 0 ? "on the critical path" : `${span(bar.slack)} of slack`;
  const rect = s("rect", { class: `bar ${kind}`, x, y, width: wide, height: LANE - 12, rx: 4 }, s("title", {}, `${bar.what}: ${span(bar.end - bar.start)}, ${slack}`));
  const parts = [rect];
  if (!done && bar.slack > 0) {
    const end = scale(Math.min(bar.end + bar.slack, bar.end + 1e9));
    parts.push(s("line", { class: "tail", x1: x + wide, x2: Math.max(x + wide, end), y1: y + (LANE - 12) / 2, y2: y + (LANE - 12) / 2 }));
  }
  const label = bar.item ? `${bar.kind === "makes" ? "" : `${words(bar.kind)} `}${words(bar.item)}` : words(bar.kind);
  if (wide > label.length * 6.2 + 8) parts.push(s("text", { class: done ? "strong" : "on", x: x + 5, y: y + 15, "pointer-events": "none" }, label));
  return parts;
}

/** @param {string} name */
function laneName(name) {
  return words(name.replace(/ at \(?(-?\d+)[ ,]+(-?\d+)[ ,]+(-?\d+)\)?$/, "")).replace(" to be placed", "");
}

/** @param {string} name @param {number} letters */
function cut(name, letters) {
  return name.length > letters ? `${name.slice(0, Math.max(1, letters - 1))}…` : name;
}
