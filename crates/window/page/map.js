// The map from above: ground with height shading, trail, remembered places, creatures, and the agent.
// @ts-check
import { attr, get, h, s, text } from "./dom.js";
import { words } from "./format.js";
import { follow } from "./ground.js";

/** @typedef {import("./types.js").Fact} Fact */
/** @typedef {import("./types.js").Track} Track */

/** @type {Map<string, {x: number, z: number, image: HTMLCanvasElement, heights: Int16Array}>} */
const ground = new Map();
const UNSEEN = -32768;

const state = {
  /** @type {number[] | null} */ at: null,
  /** @type {number[][]} */ trail: [],
  /** @type {Fact[]} */ facts: [],
  /** @type {Track[]} */ tracks: [],
  /** The box of a structure that is to be built: x, z, width, length. @type {number[] | null} */ site: null,
  night: 0, scale: 5, pan: [0, 0], shown: true, dirty: true,
};

/** The picture and colour of each remembered kind. @type {Record<string, [string, string]>} */
const MARKS = {
  home: ["M12 3 2 12h3v8h5v-6h4v6h5v-8h3z", "#5fd39d"], station: ["M4 5h16v14H4zM7 13h10v4H7z", "#d3d8dc"], chest: ["M3 8h18v11H3zM3 12h18M11 11h2v4h-2z", "#e0aa55"],
  vein: ["M12 3l7 6-3 11H8L5 9z", "#6bd0e8"], field: ["M12 21V9M12 9c-4 0-5-3-5-6 4 0 5 3 5 6zM12 13c4 0 5-3 5-6-4 0-5 3-5 6z", "#d7cf4f"], death: ["M5 5l14 14M19 5 5 19", "#ff7a66"],
};
/** @type {Record<string, string>} */
const THREATS = { none: "#cfd8dc", low: "#e9cf5c", medium: "#f0a33f", high: "#f2703c", critical: "#ff4d3a" };

/** @param {{at?: number[] | null, trail?: number[][], facts?: Fact[], tracks?: Track[], time?: number | null, site?: number[] | null}} news */
export function tellMap(news) {
  if (news.at !== undefined) state.at = news.at;
  if (news.trail) state.trail = news.trail;
  if (news.facts) state.facts = news.facts;
  if (news.tracks) state.tracks = news.tracks;
  if (news.site !== undefined) state.site = news.site;
  if (news.time !== undefined && news.time !== null) state.night = news.time > 13000 && news.time < 23000 ? 0.35 : news.time > 12000 ? 0.15 : 0;
  state.dirty = true;
}

/** @param {boolean} shown */
export function showMap(shown) {
  state.shown = shown;
  state.dirty = true;
}

/** Says why the ground of a past moment is not shown. @param {string | null} why */
function absent(why) {
  text(get("world-gap"), why ?? "");
  get("world-gap").hidden = why === null;
  state.dirty = true;
}

/** @param {DataView} view @param {number} at */
function take(view, at) {
  const [x, z] = [view.getInt32(at, true), view.getInt32(at + 4, true)];
  at += 8;
  const image = document.createElement("canvas");
  image.width = image.height = 16;
  const context = image.getContext("2d");
  const pixels = context?.createImageData(16, 16);
  const heights = new Int16Array(256);
  for (let n = 0; n < 256; n += 1, at += 5) heights[n] = view.getInt16(at + 3, true);
  at -= 256 * 5;
  for (let n = 0; n < 256; n += 1, at += 5) {
    const y = heights[n];
    if (!pixels || y === UNSEEN) continue;
    const north = n >= 16 ? heights[n - 16] : (ground.get(`${x},${z - 1}`)?.heights[240 + n] ?? y);
    const slope = north === UNSEEN ? 0 : Math.max(-2, Math.min(2, y - north));
    const light = 0.9 + slope * 0.1 + Math.max(-0.12, Math.min(0.12, (y - 66) / 180));
    for (let part = 0; part < 3; part += 1) pixels.data[n * 4 + part] = Math.min(255, view.getUint8(at + part) * light);
    pixels.data[n * 4 + 3] = 255;
  }
  if (context && pixels) context.putImageData(pixels, 0, 0);
  ground.set(`${x},${z}`, { x, z, image, heights });
  while (ground.size > 1500) ground.delete(/** @type {string} */ (ground.keys().next().value));
  state.dirty = true;
  return at;
}

/** @type {((x: number, y: number | null, z: number) => void) | null} */
let picking = null;

/** The next click on the map gives a place: where feet would stand. @param {(x: number, y: number | null, z: number) => void} then */
export function pick(then) {
  picking = then;
}

/** @param {HTMLCanvasElement} canvas @param {PointerEvent} event @returns {[number, number, number | null]} */
function under(canvas, event) {
  const box = canvas.getBoundingClientRect();
  const middle = centre();
  const x = Math.floor(middle[0] + (event.clientX - box.left - box.width / 2) / state.scale);
  const z = Math.floor(middle[1] + (event.clientY - box.top - box.height / 2) / state.scale);
  const height = ground.get(`${Math.floor(x / 16)},${Math.floor(z / 16)}`)?.heights[(z & 15) * 16 + (x & 15)];
  return [x, z, height === undefined || height === UNSEEN ? null : height + 1];
}

export function beginMap() {
  follow("/v1/scene/map", { wanted: () => state.shown, clear: () => ground.clear(), missing: absent, take });
  const canvas = /** @type {HTMLCanvasElement} */ (get("map"));
  const redraw = () => {
    if (state.shown && state.dirty && !document.hidden) paint(canvas);
    requestAnimationFrame(redraw);
  };
  requestAnimationFrame(redraw);
  new ResizeObserver(() => (state.dirty = true)).observe(canvas);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2);
  }, { passive: false });
  let held = false;
  canvas.addEventListener("pointerdown", (event) => {
    if (picking) {
      const [x, z, y] = under(canvas, event);
      picking(x, y, z);
      picking = null;
      return;
    }
    held = true;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointerup", () => (held = false));
  canvas.addEventListener("pointermove", (event) => {
    if (held) {
      state.pan[0] -= event.movementX / state.scale;
      state.pan[1] -= event.movementY / state.scale;
      state.dirty = true;
    } else tip(canvas, event);
  });
  canvas.addEventListener("pointerleave", () => (get("map-tip").hidden = true));
  canvas.addEventListener("dblclick", () => ((state.pan = [0, 0]), (state.dirty = true)));
  canvas.addEventListener("keydown", (event) => {
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (way) state.pan = [state.pan[0] + way[0] * 8, state.pan[1] + way[1] * 8];
    else if (event.key === "+" || event.key === "=") zoom(1.2);
    else if (event.key === "-") zoom(1 / 1.2);
    else if (event.key === "0") state.pan = [0, 0];
    else return;
    state.dirty = true;
    event.preventDefault();
  });
}

/** @param {number} by */
function zoom(by) {
  state.scale = Math.max(1.2, Math.min(24, state.scale * by));
  state.dirty = true;
}

/** @param {HTMLCanvasElement} canvas */
function paint(canvas) {
  state.dirty = false;
  const ratio = Math.min(2, devicePixelRatio);
  const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(high * ratio)) [canvas.width, canvas.height] = [Math.round(wide * ratio), Math.round(high * ratio)];
  const context = canvas.getContext("2d");
  if (!context) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--raised");
  context.fillRect(0, 0, wide, high);
  const middle = centre();
  const to = (/** @type {number} */ x, /** @type {number} */ z) => [wide / 2 + (x - middle[0]) * state.scale, high / 2 + (z - middle[1]) * state.scale];
  context.imageSmoothingEnabled = false;
  const size = 16 * state.scale;
  for (const tile of ground.values()) {
    const [x, y] = to(tile.x * 16, tile.z * 16);
    if (x > -size && y > -size && x < wide && y < high) context.drawImage(tile.image, Math.floor(x), Math.floor(y), Math.ceil(size), Math.ceil(size));
  }
  if (state.night) {
    context.fillStyle = `rgb(8 12 44 / ${state.night})`;
    context.fillRect(0, 0, wide, high);
  }
  if (state.site) plot(context, to, state.site);
  trail(context, to);
  for (const fact of state.facts) if (fact.at && MARKS[fact.kind]) mark(context, to(fact.at[0] + 0.5, fact.at[2] + 0.5), MARKS[fact.kind], /vein|field/.test(fact.kind) ? 0.62 : 1);
  for (const track of state.tracks) creature(context, to(track.at[0] + 0.5, track.at[2] + 0.5), track);
  if (state.at) agent(context, to(state.at[0] + 0.5, state.at[2] + 0.5));
  const blocks = [5, 10, 20, 50, 100].find((n) => n * state.scale > 60) ?? 200;
  context.fillStyle = context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--ink");
  context.font = "12px sans-serif";
  context.fillRect(wide - 14 - blocks * state.scale, high - 14, blocks * state.scale, 2);
  context.textAlign = "right";
  context.fillText(`${blocks} blocks`, wide - 14, high - 20);
  context.fillText("N ↑", wide - 14, 22);
}

function centre() {
  const at = state.at ?? [0, 64, 0];
  return [at[0] + 0.5 + state.pan[0], at[2] + 0.5 + state.pan[1]];
}

/** The ground of a structure that is to be built. @param {CanvasRenderingContext2D} context @param {(x: number, z: number) => number[]} to @param {number[]} site */
function plot(context, to, [x, z, wide, long]) {
  const [from, end] = [to(x, z), to(x + wide, z + long)];
  context.fillStyle = "rgb(107 177 230 / .28)";
  context.strokeStyle = "#6bb1e6";
  context.lineWidth = 2;
  context.setLineDash([5, 3]);
  context.fillRect(from[0], from[1], end[0] - from[0], end[1] - from[1]);
  context.strokeRect(from[0], from[1], end[0] - from[0], end[1] - from[1]);
  context.setLineDash([]);
}

/** @param {CanvasRenderingContext2D} context @param {(x: number, z: number) => number[]} to */
function trail(context, to) {
  if (state.trail.length < 2) return;
  context.lineJoin = context.lineCap = "round";
  const first = Math.max(1, state.trail.length - 400);
  for (const [width, style] of /** @type {[number, string][]} */ ([[4, "rgb(0 0 0 / .35)"], [2, "#ffe08a"]])) {
    context.beginPath();
    for (let n = first - 1; n < state.trail.length; n += 1) {
      const [x, y] = to(state.trail[n][0] + 0.5, state.trail[n][2] + 0.5);
      const before = state.trail[n - 1];
      const jumped = n < first || Math.abs(before[0] - state.trail[n][0]) + Math.abs(before[2] - state.trail[n][2]) > 16;
      if (jumped) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.lineWidth = width;
    context.strokeStyle = style;
    context.stroke();
  }
}

/** @param {CanvasRenderingContext2D} context @param {number[]} at @param {[string, string]} look @param {number} size */
function mark(context, [x, y], [path, colour], size) {
  context.save();
  context.translate(x, y);
  context.scale(size, size);
  context.translate(-9, -9);
  context.beginPath();
  context.arc(9, 9, 11, 0, 7);
  context.fillStyle = "rgb(14 19 22 / .82)";
  context.fill();
  context.translate(2.4, 2.4);
  context.scale(0.55, 0.55);
  context.strokeStyle = colour;
  context.lineWidth = 2.6;
  context.stroke(new Path2D(path));
  context.restore();
}

/** Seen creatures are filled, inferred ones are rings, lost ones are dashed. @param {CanvasRenderingContext2D} context @param {number[]} at @param {Track} track */
function creature(context, [x, y], track) {
  const colour = THREATS[track.threat] ?? THREATS.none;
  context.save();
  context.beginPath();
  context.arc(x, y, 5.5, 0, 7);
  context.strokeStyle = "#10181b";
  context.lineWidth = 4;
  context.stroke();
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = 2;
  if (track.visibility === "visible") context.fill();
  if (track.visibility === "lost") context.setLineDash([3, 3]);
  context.stroke();
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {number[]} at */
function agent(context, [x, y]) {
  context.beginPath();
  context.arc(x, y, 8, 0, 7);
  context.fillStyle = "#4fc58f";
  context.fill();
  context.lineWidth = 3;
  context.strokeStyle = "#ffffff";
  context.stroke();
}

/** @param {HTMLCanvasElement} canvas @param {PointerEvent} event */
function tip(canvas, event) {
  const box = canvas.getBoundingClientRect();
  const middle = centre();
  const x = middle[0] + (event.clientX - box.left - box.width / 2) / state.scale;
  const z = middle[1] + (event.clientY - box.top - box.height / 2) / state.scale;
  const near = (/** @type {number[] | null} */ at) => at && Math.hypot(at[0] + 0.5 - x, at[2] + 0.5 - z) * state.scale < 12;
  const fact = state.facts.find((fact) => near(fact.at));
  const track = state.tracks.find((track) => near(track.at));
  const tile = ground.get(`${Math.floor(x / 16)},${Math.floor(z / 16)}`);
  const height = tile?.heights[(Math.floor(z) & 15) * 16 + (Math.floor(x) & 15)];
  const told = track ? `${words(track.kind)}, ${track.visibility}, threat ${track.threat}` : fact ? words(fact.what) : `${Math.floor(x)} ${height === undefined || height === UNSEEN ? "?" : height} ${Math.floor(z)}`;
  const line = get("map-tip");
  text(line, told);
  line.hidden = false;
  line.style.left = `${Math.min(event.clientX - box.left + 14, box.width - 190)}px`;
  line.style.top = `${Math.min(event.clientY - box.top + 14, box.height - 40)}px`;
}

export function legend() {
  const dot = (/** @type {string} */ fill, /** @type {string} */ dash, /** @type {string} */ name) => h("span", {}, s("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, s("circle", { cx: 6, cy: 6, r: 4.4, fill, stroke: "#e9cf5c", "stroke-width": 1.8, "stroke-dasharray": dash })), name);
  get("legend").replaceChildren(h("span", {}, s("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, s("circle", { cx: 6, cy: 6, r: 4.4, fill: "#4fc58f", stroke: "#fff", "stroke-width": 1.6 })), "agent"), dot("#e9cf5c", "none", "seen creature"), dot("none", "none", "inferred"), dot("none", "2.4 2.4", "lost"));
  attr(get("legend"), "aria-hidden", "true");
}
