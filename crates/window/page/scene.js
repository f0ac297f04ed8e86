// The world in three dimensions with WebGL 2: rectangles meshed by the agent, drawn as instances, one draw for each column.
// @ts-check
import { get, text } from "./dom.js";
import { follow } from "./ground.js";

/** @typedef {import("./types.js").Track} Track */

const VERTEX = `#version 300 es
precision highp float; precision highp int;
uniform mat4 camera; uniform vec3 origin; uniform float clear;
in highp uvec2 quad;
out vec3 colour; out vec3 place; out float fogged; flat out vec3 normal; flat out uint form;
const vec2 CORNERS[6] = vec2[6](vec2(0,0), vec2(1,0), vec2(1,1), vec2(0,0), vec2(1,1), vec2(0,1));
void main() {
  uint side = quad.x >> 17 & 7u;
  vec3 base = vec3(quad.x & 15u, float(quad.x >> 8 & 511u) - 64.0, quad.x >> 4 & 15u);
  vec2 size = vec2((quad.x >> 24 & 15u) + 1u, (quad.x >> 20 & 15u) + 1u);
  vec2 c = CORNERS[gl_VertexID] * size;
  form = quad.y >> 24;
  vec3 at; float deep = 0.0;
  if (side == 0u) { at = vec3(c.x, 1.0, c.y); normal = vec3(0, 1, 0); }
  else if (side == 1u) { at = vec3(c.x, 0.0, c.y); normal = vec3(0, -1, 0); }
  else if (side == 2u) { at = vec3(c.x, c.y, 0.0); normal = vec3(0, 0, -1); }
  else if (side == 3u) { at = vec3(c.x, c.y, 1.0); normal = vec3(0, 0, 1); }
  else if (side == 4u) { at = vec3(0.0, c.y, c.x); normal = vec3(-1, 0, 0); }
  else { at = vec3(1.0, c.y, c.x); normal = vec3(1, 0, 0); }
  if (form == 3u) { at = vec3(0.22 + at.x * 0.56, at.y * 0.75, 0.22 + at.z * 0.56); }
  if (form == 4u) { at = vec3(0.42 + at.x * 0.16, at.y * 0.62, 0.42 + at.z * 0.16); }
  if (form == 5u && side == 0u) at.y = 0.5; else if (form == 5u && side > 1u) at.y *= 0.5;
  if (form == 6u && side == 0u) at.y = 0.07; else if (form == 6u && side > 1u) at.y *= 0.07;
  if (form == 2u && side == 0u) at.y -= 0.1;
  place = base + at + origin;
  colour = vec3(quad.y >> 16 & 255u, quad.y >> 8 & 255u, quad.y & 255u) / 255.0;
  gl_Position = camera * vec4(place, 1.0);
  fogged = gl_Position.w;
}`;

const FRAGMENT = `#version 300 es
precision highp float; precision highp int;
uniform vec3 sun; uniform vec3 sky; uniform float day; uniform float clear; uniform float roof;
in vec3 colour; in vec3 place; in float fogged; flat in vec3 normal; flat in uint form;
out vec4 pixel;
float hash(vec3 p) { p = fract(p * 0.3183 + vec3(0.11, 0.17, 0.13)); p *= 17.0; return fract(p.x * p.y * p.z * (p.x + p.y + p.z)); }
void main() {
  if (place.y - normal.y * 0.01 > roof) discard;
  vec3 cell = floor(place - normal * 0.01);
  float grain = 0.94 + 0.08 * hash(cell) + 0.05 * hash(floor((place - normal * 0.01) * 4.0));
  float face = normal.y > 0.5 ? 1.0 : normal.y < -0.5 ? 0.52 : abs(normal.x) > 0.5 ? 0.72 : 0.82;
  float light = mix(0.34, 1.0, day) * (face + 0.12 * max(0.0, dot(normal, sun)));
  bool glows = form == 7u || form == 4u;
  vec3 lit = colour * grain * (glows ? 1.05 : light);
  lit = mix(lit, lit * vec3(0.72, 0.8, 1.12), glows ? 0.0 : (1.0 - day) * 0.7);
  float fog = smoothstep(70.0, 150.0, fogged);
  pixel = vec4(mix(lit, sky, fog), clear);
}`;

const state = {
  /** @type {number[] | null} */ at: null,
  /** @type {Track[]} */ tracks: [], time: 6000, shown: false, mode: "follow", yaw: 0.7, pitch: 0.62, far: 30,
  target: [0, 70, 0], eye: [0, 90, 0], drawn: 0,
  /** @type {Set<string>} */ keys: new Set(),
};

/** @typedef {Map<string, {x: number, z: number, solid: number, clear: number, vao: WebGLVertexArrayObject, buffer: WebGLBuffer, bytes: number}>} Columns */

/** @type {Columns} */
const columns = new Map();
/** What is to be built and does not stand yet. @type {Columns} */
const ghosts = new Map();

/** Shows a structure that does not stand yet, or with null none. @type {(view: DataView | null) => void} */
export let showGhost = () => {};

/** @param {{at?: number[] | null, tracks?: Track[], time?: number | null}} news */
export function tellScene(news) {
  if (news.at !== undefined) state.at = news.at;
  if (news.tracks) state.tracks = news.tracks;
  if (news.time !== undefined && news.time !== null) state.time = news.time;
}

/** @param {boolean} shown */
export function showScene(shown) {
  state.shown = shown;
}

/** What is drawn, for tests: columns, rectangles, draw calls and bytes. */
export function measure() {
  let [quads, bytes] = [0, 0];
  for (const column of columns.values()) (quads += column.solid + column.clear), (bytes += column.bytes);
  return { columns: columns.size, quads, bytes, draws: state.drawn, ghosts: ghosts.size };
}

/** Begins the view; false where WebGL 2 is missing. */
export function beginScene() {
  const canvas = /** @type {HTMLCanvasElement} */ (get("scene"));
  const gl = canvas.getContext("webgl2", { antialias: true, powerPreference: "low-power" });
  if (!gl) return false;
  const program = link(gl);
  if (!program) return false;
  const uniform = (/** @type {string} */ name) => gl.getUniformLocation(program, name);
  const places = { camera: uniform("camera"), origin: uniform("origin"), clear: uniform("clear"), sun: uniform("sun"), sky: uniform("sky"), day: uniform("day"), roof: uniform("roof") };
  const boxes = /** @type {WebGLBuffer} */ (gl.createBuffer());
  const boxesArray = layout(gl, program, boxes);
  const forgetAll = (/** @type {Columns} */ held) => {
    for (const column of held.values()) gl.deleteBuffer(column.buffer), gl.deleteVertexArray(column.vao);
    held.clear();
  };
  const clear = () => forgetAll(columns);
  showGhost = (view) => {
    forgetAll(ghosts);
    for (let at = 8; view && at < view.byteLength; ) at = take(gl, program, ghosts, view, at);
  };
  const missing = (/** @type {string | null} */ why) => {
    text(get("world-gap"), why ?? "");
    get("world-gap").hidden = why === null;
  };
  follow("/v1/scene/mesh", { wanted: () => state.shown, clear, missing, take: (view, at) => take(gl, program, columns, view, at) });
  steer(canvas);
  let last = performance.now();
  const frame = (/** @type {number} */ now) => {
    if (state.shown && !document.hidden) paint(gl, program, places, canvas, { boxes, boxesArray }, Math.min(0.1, (now - last) / 1000));
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return true;
}

/** @param {WebGL2RenderingContext} gl */
function link(gl) {
  const program = gl.createProgram();
  for (const [kind, source] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]])) {
    const shader = gl.createShader(kind);
    if (!shader || !program) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
      console.error(gl.getShaderInfoLog(shader));
      return null;
    }
    gl.attachShader(program, shader);
  }
  if (program) gl.linkProgram(program);
  return program && gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null;
}

/** @param {WebGL2RenderingContext} gl @param {WebGLProgram} program @param {WebGLBuffer} buffer */
function layout(gl, program, buffer) {
  const vao = /** @type {WebGLVertexArrayObject} */ (gl.createVertexArray());
  gl.bindVertexArray(vao);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  const quad = gl.getAttribLocation(program, "quad");
  gl.enableVertexAttribArray(quad);
  gl.vertexAttribIPointer(quad, 2, gl.UNSIGNED_INT, 8, 0);
  gl.vertexAttribDivisor(quad, 1);
  gl.bindVertexArray(null);
  return vao;
}

/** @param {WebGL2RenderingContext} gl @param {WebGLProgram} program @param {Columns} columns @param {DataView} view @param {number} at */
function take(gl, program, columns, view, at) {
  const [x, z, solid, clear] = [view.getInt32(at, true), view.getInt32(at + 4, true), view.getUint32(at + 8, true), view.getUint32(at + 12, true)];
  const bytes = (solid + clear) * 8;
  const key = `${x},${z}`;
  const old = columns.get(key);
  const buffer = old?.buffer ?? /** @type {WebGLBuffer} */ (gl.createBuffer());
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, new Uint8Array(view.buffer, at + 16, bytes), gl.STATIC_DRAW);
  columns.set(key, { x, z, solid, clear, buffer, vao: old?.vao ?? layout(gl, program, buffer), bytes });
  if (columns.size > 260) forget(gl, columns);
  return at + 16 + bytes;
}

/** Forgets the column farthest from the agent. @param {WebGL2RenderingContext} gl @param {Columns} columns */
function forget(gl, columns) {
  const [x, z] = [(state.at?.[0] ?? 0) / 16, (state.at?.[2] ?? 0) / 16];
  let worst = "";
  let far = -1;
  for (const [key, column] of columns) {
    const away = Math.hypot(column.x - x, column.z - z);
    if (away > far) [worst, far] = [key, away];
  }
  const gone = columns.get(worst);
  if (!gone) return;
  gl.deleteBuffer(gone.buffer);
  gl.deleteVertexArray(gone.vao);
  columns.delete(worst);
}

/** @param {WebGL2RenderingContext} gl @param {WebGLProgram} program @param {Record<string, WebGLUniformLocation | null>} places @param {HTMLCanvasElement} canvas @param {{boxes: WebGLBuffer, boxesArray: WebGLVertexArrayObject}} things @param {number} passed */
function paint(gl, program, places, canvas, things, passed) {
  const ratio = Math.min(2, devicePixelRatio);
  const [wide, high] = [Math.max(1, Math.round(canvas.clientWidth * ratio)), Math.max(1, Math.round(canvas.clientHeight * ratio))];
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
  const angle = ((state.time - 6000) / 24000) * Math.PI * 2;
  const day = Math.max(0, Math.min(1, Math.cos(angle) * 1.6 + 0.55));
  const sky = [0.05 + 0.5 * day, 0.07 + 0.66 * day, 0.16 + 0.78 * day];
  move(passed);
  gl.viewport(0, 0, wide, high);
  gl.clearColor(sky[0], sky[1], sky[2], 1);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.enable(gl.DEPTH_TEST);
  gl.useProgram(program);
  gl.uniformMatrix4fv(places.camera, false, camera(wide / high));
  gl.uniform3f(places.sun, Math.sin(angle) * 0.8, Math.cos(angle), 0.35);
  gl.uniform3f(places.sky, sky[0], sky[1], sky[2]);
  gl.uniform1f(places.day, day);
  gl.uniform1f(places.roof, state.mode === "cave" && state.at ? state.at[1] + 3.2 : 1000);
  state.drawn = 0;
  const draw = (/** @type {boolean} */ clear, /** @type {Columns} */ held, /** @type {number} */ see = clear ? 0.66 : 1) => {
    gl.uniform1f(places.clear, see);
    for (const column of held.values()) {
      const count = clear ? column.clear : column.solid;
      if (count === 0 || !inView(column)) continue;
      gl.uniform3f(places.origin, column.x * 16, 0, column.z * 16);
      gl.bindVertexArray(column.vao);
      if (clear) {
        gl.bindBuffer(gl.ARRAY_BUFFER, column.buffer);
        gl.vertexAttribIPointer(gl.getAttribLocation(program, "quad"), 2, gl.UNSIGNED_INT, 8, column.solid * 8);
      }
      gl.drawArraysInstanced(gl.TRIANGLES, 0, 6, count);
      if (clear) gl.vertexAttribIPointer(gl.getAttribLocation(program, "quad"), 2, gl.UNSIGNED_INT, 8, 0);
      state.drawn += 1;
    }
  };
  draw(false, columns);
  creatures(gl, places, things);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  gl.depthMask(false);
  draw(true, columns);
  draw(false, ghosts, 0.5);
  draw(true, ghosts, 0.35);
  gl.depthMask(true);
  gl.disable(gl.BLEND);
}

/** Six rectangles of one box at its own origin. @param {number} colour @param {number} form */
function box(colour, form) {
  return [0, 1, 2, 3, 4, 5].flatMap((side) => [(64 << 8) | (side << 17), (colour | (form << 24)) >>> 0]);
}

/** @type {Record<string, number>} */
const THREATS = { none: 0xcfd8dc, low: 0xe9cf5c, medium: 0xf0a33f, high: 0xf2703c, critical: 0xff4d3a };

/** The agent and the creatures: seen ones full, inferred ones as clear boxes, lost ones as small marks. @param {WebGL2RenderingContext} gl @param {Record<string, WebGLUniformLocation | null>} places @param {{boxes: WebGLBuffer, boxesArray: WebGLVertexArrayObject}} things */
function creatures(gl, places, things) {
  gl.bindVertexArray(things.boxesArray);
  gl.bindBuffer(gl.ARRAY_BUFFER, things.boxes);
  const show = (/** @type {number[]} */ at, /** @type {number} */ colour, /** @type {number} */ form, /** @type {boolean} */ clear) => {
    gl.uniform1f(places.clear, clear ? 0.66 : 1);
    gl.uniform3f(places.origin, at[0], at[1], at[2]);
    gl.bufferData(gl.ARRAY_BUFFER, new Uint32Array(box(colour, form)), gl.DYNAMIC_DRAW);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, 6, 6);
    state.drawn += 1;
  };
  if (state.at) {
    // First as a shade through whatever stands before it, so that the agent is always found.
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    for (const high of [0, 0.75]) show([state.at[0], state.at[1] + high, state.at[2]], 0x4fc58f, 3, true);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    show(state.at, 0x4fc58f, 3, false);
    show([state.at[0], state.at[1] + 0.75, state.at[2]], 0x4fc58f, 3, false);
    show([state.at[0], state.at[1] + 1.5, state.at[2]], 0xffffff, 4, false);
  }
  for (const track of state.tracks) {
    const colour = THREATS[track.threat] ?? THREATS.none;
    if (track.visibility === "visible") show(track.at, colour, 3, false), show([track.at[0], track.at[1] + 0.75, track.at[2]], colour, 3, false);
    else if (track.visibility === "inferred") gl.enable(gl.BLEND), show(track.at, colour, 3, true), gl.disable(gl.BLEND);
    else show(track.at, colour, 4, false);
  }
}

/** Moves the camera towards where it belongs. @param {number} passed */
function move(passed) {
  const goal = state.at ?? [0, 70, 0];
  if (state.mode !== "free") {
    const share = 1 - Math.exp(-passed * 4);
    const jump = Math.hypot(goal[0] - state.target[0], goal[2] - state.target[2]) > 60;
    for (let n = 0; n < 3; n += 1) state.target[n] += (goal[n] + (n === 1 ? 1 : 0.5) - state.target[n]) * (jump ? 1 : share);
    if (state.mode === "orbit") state.yaw += passed * 0.12;
  }
  const ahead = [Math.sin(state.yaw), Math.cos(state.yaw)];
  const step = passed * 16;
  const held = (/** @type {string} */ key) => (state.keys.has(key) ? step : 0);
  if (state.mode === "free") {
    const [go, aside] = [held("w") - held("s"), held("d") - held("a")];
    state.target[0] += -ahead[0] * go + ahead[1] * aside;
    state.target[2] += -ahead[1] * go - ahead[0] * aside;
    state.target[1] += held("e") - held("q");
  }
  const flat = Math.cos(state.pitch) * state.far;
  state.eye = [state.target[0] + ahead[0] * flat, state.target[1] + Math.sin(state.pitch) * state.far, state.target[2] + ahead[1] * flat];
}

/** @param {{x: number, z: number}} column */
function inView(column) {
  const [x, z] = [column.x * 16 + 8 - state.eye[0], column.z * 16 + 8 - state.eye[2]];
  const far = Math.hypot(x, z);
  if (far > 165) return false;
  const ahead = [state.target[0] - state.eye[0], state.target[2] - state.eye[2]];
  const along = (x * ahead[0] + z * ahead[1]) / Math.max(0.001, Math.hypot(ahead[0], ahead[1]));
  return far < 40 || along > -24;
}

/** Perspective times view. @param {number} aspect */
function camera(aspect) {
  const [near, far, focal] = [0.3, 260, 1 / Math.tan(0.52)];
  const back = norm(state.eye.map((value, n) => value - state.target[n]));
  const right = norm([back[2], 0, -back[0]]);
  const up = [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]];
  const dot = (/** @type {number[]} */ a) => -(a[0] * state.eye[0] + a[1] * state.eye[1] + a[2] * state.eye[2]);
  const view = [right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0, dot(right), dot(up), dot(back), 1];
  const [a, b] = [(far + near) / (near - far), (2 * far * near) / (near - far)];
  const out = new Float32Array(16);
  for (let column = 0; column < 4; column += 1) {
    const [x, y, z, w] = view.slice(column * 4, column * 4 + 4);
    out.set([(x * focal) / aspect, y * focal, z * a + w * b, -z], column * 4);
  }
  return out;
}

/** @param {number[]} v */
function norm(v) {
  const length = Math.hypot(...v) || 1;
  return v.map((part) => part / length);
}

/** @param {HTMLCanvasElement} canvas */
function steer(canvas) {
  let held = false;
  canvas.addEventListener("pointerdown", (event) => ((held = true), canvas.setPointerCapture(event.pointerId)));
  canvas.addEventListener("pointerup", () => (held = false));
  canvas.addEventListener("pointermove", (event) => {
    if (held) turn(-event.movementX * 0.006, event.movementY * 0.006);
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    state.far = Math.max(6, Math.min(110, state.far * (event.deltaY > 0 ? 1.12 : 1 / 1.12)));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    /** @type {Record<string, [number, number]>} */
    const turns = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.08], ArrowDown: [0, -0.08] };
    if (turns[event.key]) turn(...turns[event.key]);
    else if (event.key === "+" || event.key === "=") state.far = Math.max(6, state.far / 1.15);
    else if (event.key === "-") state.far = Math.min(110, state.far * 1.15);
    else if ("wasdqe".includes(event.key)) state.keys.add(event.key);
    else return;
    event.preventDefault();
  });
  canvas.addEventListener("keyup", (event) => state.keys.delete(event.key));
  canvas.addEventListener("blur", () => state.keys.clear());
  get("camera").addEventListener("change", (/** @type {Event} */ event) => {
    state.mode = /** @type {HTMLSelectElement} */ (event.target).value;
    text(get("world-note"), state.mode === "free" ? "W A S D to move, Q E down and up, drag to turn" : "drag to turn, wheel to zoom");
  });
}

/** @param {number} yaw @param {number} pitch */
function turn(yaw, pitch) {
  state.yaw += yaw;
  state.pitch = Math.max(-0.2, Math.min(1.5, state.pitch + pitch));
}
