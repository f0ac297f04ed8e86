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

/** @param {number[] | null} at */
export function tellBuild(at) {
  agentAt = at;
}

/** Builds as a list, each with its modules as a graph. @param {Builds} builds */
export function showBuilds(builds) {
  const running = builds.builds.filter((build) => build.state !== "finished" && build.state !== "ended");
  text(get("build-note"), builds.builds.length ? `${running.length} at work, ${builds.builds.length - running.length} ended` : "");
  rows(get("builds"), builds.builds, (build) => JSON.stringify(build), line, "nothing was built yet; choose a structure and press Build");
  current = running.find((build) => build.site) ?? null;
  if (!chosen) ghost();
}

/** @param {Build} build */
function line(build) {
  const matched = build.cells ? Math.floor((build.matched / build.cells) * 100) : null;
  const tone = build.state === "finished" ? "good" : build.state === "ended" || build.state === "blocked" ? "bad" : build.state === "materials" ? "info" : "";
  const bar = /** @type {HTMLProgressElement} */ (h("progress", { max: Math.max(1, build.cells), value: build.matched, "aria-label": `Cells of ${build.name} that stand` }));
  return h("li", {},
    h("div", { class: "row" }, h("b", {}, words(build.name)), h("span", { class: `tag ${tone}` }, words(build.state)), h("span", { class: "note" }, build.site ? build.site.corner.join(" ") : "looking for a site"), build.task ? whyButton(build.task, build.name) : null),
    h("div", { class: "meter" }, h("span", {}, "cells"), bar, h("b", {}, matched === null ? "–" : `${matched} %`)),
    h("ol", { class: "modules", "aria-label": "Modules" }, ...build.modules.map((module) => h("li", { class: module.state, title: [`${module.id}: ${words(module.state)}`, module.after.length ? `after ${module.after.join(", ")}` : ""].filter(Boolean).join("; ") }, h("span", {}, words(module.id)), module.after.length ? h("small", {}, `after ${module.after.map(words).join(", ")}`) : null))),
    build.detail ? h("p", { class: "sub" }, build.detail) : null,
    build.checkpoint ? h("p", { class: "sub" }, `checkpoint ${build.checkpoint.slice(0, 12)}, ${build.modules.filter((module) => module.state === "verified").length} of ${build.modules.length} modules stand`) : null);
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

/** Shows the chosen structure at its place, or what is missing of the build at work. */
async function ghost() {
  const own = (placing += 1);
  const at = chosen ? place() : null;
  const shown = chosen && at ? { name: chosen.name, corner: [at[0], at[1] - chosen.sunk, at[2]], facing: get("build-facing").value, missing: false, size: chosen.size, front: chosen.front }
    : !chosen && current?.site ? { name: current.name, ...current.site, missing: true, size: current.size, front: current.front } : null;
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
    if (own === placing) showGhost(view);
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
