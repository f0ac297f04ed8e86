// Structures: what can be built, a preview at its place, the order to build, and how builds stand.
// @ts-check
import { order, read, send } from "./api.js";
import { attr, get, h, rows, text } from "./dom.js";
import { number, words } from "./format.js";
import { drawStructure } from "./isometric.js";
import { pick, tellMap } from "./map.js";
import { showGhost } from "./scene.js";
import { whyButton } from "./why.js";

/** @typedef {import("./types.js").Sketch} Sketch */
/** @typedef {import("./types.js").Build} Build */
/** @typedef {import("./types.js").Builds} Builds */

const MATERIALS_SHOWN = 6;

/** @type {Sketch[]} */
let sketches = [];
/** @type {Sketch | null} */
let chosen = null;
/** @type {number[] | null} */
let agentAt = null;
/** @type {Build | null} */
let current = null;
let placing = 0;
/** @type {Builds["events"]} */
let events = [];
/** How many cells a build lacks, by its number, as far as the agent has seen. @type {Map<number, number>} */
const missing = new Map();
/** Time between two looks at what a build lacks. */
const LOOK_EVERY_MS = 3000;

/** @param {number[] | null} at */
export function tellBuild(at) {
  agentAt = at;
}

/** Builds as a list, each with its modules as a graph. @param {Builds} told */
export function showBuilds(told) {
  events = told.events;
  const builds = fold();
  const running = builds.filter((build) => !OVER.has(build.state));
  text(get("build-note"), builds.length ? `${running.length} at work, ${builds.length - running.length} ended` : "");
  rows(get("builds"), builds, (build) => JSON.stringify([build, missing.get(build.number)]), line, "nothing was built yet; choose a structure and press Build");
  current = running.find((build) => build.site) ?? null;
  if (!chosen) ghost();
}

const OVER = new Set(["finished", "ended"]);

/** The builds that the last events tell of, the newest first. @returns {Build[]} */
function fold() {
  /** @type {Map<number, Build>} */
  const builds = new Map();
  for (const { number, name, build: key, task, event, about } of events) {
    const build = builds.get(number) ?? { number, name, task, state: "looking", detail: "", site: null, verified: [], count: 0, at: null, checkpoint: null };
    const place = key?.match(/@(-?\d+),(-?\d+),(-?\d+),(\w+)$/);
    if (place) build.site = { corner: place.slice(1, 4).map(Number), facing: place[4] };
    const module = about?.module ?? null;
    [build.task, build.at, build.detail] = [task ?? build.task, null, ""];
    if (event === "build_checkpoint") [build.state, build.checkpoint, build.count] = ["building", about.checkpoint_id, about.verified], build.verified.push(module);
    else if (event === "blocked") [build.state, build.at, build.detail] = ["blocked", module, `${words(module)} has to wait: ${about.deltas.length} open findings`];
    else if (event === "awaits_materials") [build.state, build.at, build.detail] = ["materials", module, `materials for ${words(module)} are fetched first`];
    else if (event === "resumed") [build.state, build.count] = ["building", about.verified];
    else if (event === "finished" || event === "ended") [build.state, build.detail] = [event, event === "ended" ? "nothing more will be built here" : ""];
    else build.state = "building";
    builds.set(number, build);
  }
  return [...builds.values()].reverse();
}

/** The modules with their states. Earlier checkpoints may be forgotten: modules are built in their order. @param {Build} build @param {Sketch | undefined} sketch */
function modules(build, sketch) {
  const known = new Set(build.verified);
  const all = sketch?.modules ?? build.verified.map((id) => ({ id, after: /** @type {string[]} */ ([]) }));
  for (const module of all) if (known.size < build.count) known.add(module.id);
  const next = all.find((module) => !known.has(module.id))?.id;
  const state = (/** @type {string} */ id) => (build.state === "finished" || known.has(id) ? "verified" : id === build.at ? build.state : id === next && build.state === "building" && !build.at ? "at_work" : "waiting");
  return all.map((module) => ({ ...module, state: state(module.id) }));
}

/** @param {Build} build */
function line(build) {
  const sketch = sketches.find((sketch) => sketch.name === build.name);
  const parts = modules(build, sketch);
  const lacks = build.state === "finished" ? 0 : missing.get(build.number);
  const cells = sketch?.blocks ?? 0;
  const matched = lacks === undefined || cells === 0 ? null : Math.max(0, cells - lacks);
  const tone = build.state === "finished" ? "good" : build.state === "ended" || build.state === "blocked" ? "bad" : build.state === "materials" ? "info" : "";
  const bar = /** @type {HTMLProgressElement} */ (h("progress", { max: Math.max(1, cells), value: matched ?? 0, "aria-label": `Cells of ${build.name} that stand` }));
  return h("li", {},
    h("div", { class: "row" }, h("b", {}, words(build.name)), h("span", { class: `tag ${tone}` }, words(build.state)), h("span", { class: "note" }, build.site ? build.site.corner.join(" ") : "looking for a site"), build.task ? whyButton(build.task, build.name) : null),
    h("div", { class: "meter" }, h("span", {}, "cells"), bar, h("b", {}, matched === null ? "–" : `${Math.floor((matched / cells) * 100)} %`)),
    h("ol", { class: "modules", "aria-label": "Modules" }, ...parts.map((module) => h("li", { class: module.state, title: `${module.id}: ${words(module.state)}` }, h("span", {}, words(module.id)), module.after.length ? h("small", {}, `after ${module.after.map(words).join(", ")}`) : null))),
    build.detail ? h("p", { class: "sub" }, build.detail) : null,
    build.checkpoint ? h("p", { class: "sub" }, `checkpoint ${build.checkpoint.slice(0, 12)}: ${parts.filter((module) => module.state === "verified").length} of ${parts.length} modules stand`) : null);
}

/** @param {Sketch} sketch */
function card(sketch) {
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { "aria-hidden": "true" }));
  const button = h("button", { type: "button", class: "card", "aria-pressed": "false", "data-name": sketch.name },
    canvas, h("b", {}, words(sketch.name)), h("small", {}, `${sketch.size.join("×")} · ${number(sketch.blocks)} blocks`));
  button.addEventListener("click", () => choose(chosen?.name === sketch.name ? null : sketch));
  picture(sketch.name, 0, 0, 0, null, false).then((view) => drawStructure(canvas, view), () => {});
  return h("li", {}, button);
}

/** @param {string} name @param {number} x @param {number} y @param {number} z @param {string | null} facing @param {boolean} missing */
async function picture(name, x, y, z, facing, missing) {
  const query = new URLSearchParams({ name, x: String(x), y: String(y), z: String(z), missing: String(missing) });
  if (facing) query.set("facing", facing);
  const response = await fetch(`/v1/blueprints/mesh?${query}`);
  if (!response.ok) throw new Error(String(response.status));
  return new DataView(await response.arrayBuffer());
}

/** @param {Sketch | null} sketch */
function choose(sketch) {
  chosen = sketch;
  for (const button of get("structures").querySelectorAll("button.card")) attr(button, "aria-pressed", String(button.dataset.name === sketch?.name));
  get("build-go").disabled = sketch === null;
  text(get("build-go"), sketch ? `Build ${words(sketch.name)}` : "Build");
  text(get("build-about"), sketch ? sketch.about || words(sketch.name) : "Choose a structure, or open a file.");
  const materials = sketch ? Object.entries(sketch.materials).sort((a, b) => b[1] - a[1]) : [];
  const left = sketch ? Object.entries(sketch.left_out) : [];
  text(get("build-materials"), sketch ? `${materials.slice(0, MATERIALS_SHOWN).map(([name, count]) => `${number(count)} ${words(name)}`).join(", ")}${materials.length > MATERIALS_SHOWN ? ", …" : ""}; about ${sketch.minutes} min to place${left.length ? `; left out: ${left.map(([name, count]) => `${count} ${words(name)}`).join(", ")}` : ""}` : "");
  if (sketch) get("build-facing").value = sketch.front;
  ghost();
}

/** The place that was given, as the lowest corner where feet stand; `null` if the agent chooses. @returns {number[] | null} */
function place() {
  if (get("build-where").value === "agent") return null;
  const given = ["x", "y", "z"].map((axis) => get(`build-${axis}`).value.trim());
  return given.every((part) => /^-?\d+$/.test(part)) ? given.map(Number) : null;
}

/** The build at work, if its structure is known. */
function work() {
  const sketch = sketches.find((sketch) => sketch.name === current?.name);
  return current?.site && sketch ? { name: sketch.name, ...current.site, missing: true, size: sketch.size, front: sketch.front } : null;
}

/** Shows the chosen structure at its place, or what is missing of the build at work. */
async function ghost() {
  const own = (placing += 1);
  const at = chosen ? place() : null;
  const shown = chosen && at ? { name: chosen.name, corner: [at[0], at[1] - chosen.sunk, at[2]], facing: get("build-facing").value, missing: false, size: chosen.size, front: chosen.front }
    : work();
  if (!shown) {
    showGhost(null);
    tellMap({ site: null });
    return;
  }
  const [x, y, z] = shown.corner;
  const turned = /** @type {Record<string, number>} */ ({ north: 0, south: 0, east: 1, west: 1 });
  const [wide, , long] = turned[shown.facing] === turned[shown.front] ? shown.size : [shown.size[2], 0, shown.size[0]];
  tellMap({ site: [x, z, wide, long] });
  try {
    const view = await picture(shown.name, x, y, z, shown.facing, shown.missing);
    if (own !== placing) return;
    showGhost(view);
    const lacks = Number(view.getBigUint64(0, true));
    if (shown.missing && current && missing.get(current.number) !== lacks) {
      missing.set(current.number, lacks);
      showBuilds({ tick: 0, events });
    }
  } catch {
    if (own === placing) showGhost(null);
  }
}

/** @param {Promise<any>} asked @returns {Promise<any>} */
async function tell(asked) {
  const answer = get("build-answer");
  try {
    const told = await asked;
    attr(answer, "class", "answer");
    text(answer, told.said ?? `${words(told.name)} can be built: ${number(told.blocks)} blocks`);
    return told;
  } catch (error) {
    attr(answer, "class", "answer bad");
    text(answer, error instanceof Error ? error.message : error);
    return null;
  }
}

async function refresh() {
  const { blueprints } = await read("/v1/blueprints");
  sketches = blueprints;
  rows(get("structures"), sketches, (sketch) => JSON.stringify([sketch.name, sketch.blocks, sketch.size]), card, "none");
}

/** @param {File} file */
async function upload(file) {
  const name = file.name.replace(/\.[^.]*$/, "").toLowerCase().replace(/[^a-z0-9_]+/g, "_").replace(/^_+|_+$/g, "").slice(0, 31) || "structure";
  const sketch = await tell(file.arrayBuffer().then((bytes) => send(`/v1/blueprints?name=${name}`, bytes)));
  if (!sketch) return;
  await refresh();
  choose(sketch);
}

export function beginBuild() {
  setInterval(() => {
    if (current && !chosen && !document.hidden) ghost();
  }, LOOK_EVERY_MS);
  showBuilds({ tick: 0, events });
  refresh().catch((error) => text(get("build-answer"), error.message));
  get("build-file").addEventListener("change", (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (file) upload(file).finally(() => (input.value = ""));
  });
  const where = get("build-where");
  where.addEventListener("change", () => {
    const here = where.value === "here";
    get("build-place").hidden = !here;
    if (here && agentAt && get("build-x").value === "") put([agentAt[0] + 3, agentAt[1], agentAt[2] + 3]);
    ghost();
  });
  for (const id of ["build-x", "build-y", "build-z", "build-facing"]) get(id).addEventListener("change", ghost);
  get("build-pick").addEventListener("click", () => {
    get("view-map").click();
    get("map").scrollIntoView({ block: "center" });
    text(get("world-note"), "click on the map where its north-west corner shall be");
    pick((x, y, z) => {
      text(get("world-note"), "");
      put([x, y ?? agentAt?.[1] ?? 64, z]);
      ghost();
    });
  });
  get("build").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (!chosen) return;
    const at = place();
    const body = { name: chosen.name, ...(at ? { at, facing: get("build-facing").value } : {}) };
    if (await tell(order("/v1/builds", body))) choose(null);
  });
}

/** @param {number[]} at */
function put(at) {
  ["x", "y", "z"].forEach((axis, n) => (get(`build-${axis}`).value = String(at[n])));
}
