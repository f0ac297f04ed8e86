// The page: takes what the agent sends, hands it to the panels, and carries out the controls.
// @ts-check
import { listen, order } from "./api.js";
import { beginBuild, showBuilds, tellBuild } from "./build.js";
import { attr, get, text } from "./dom.js";
import { number } from "./format.js";
import { tellGround } from "./ground.js";
import { showHealth } from "./health.js";
import { beginMap, legend, showMap, tellMap } from "./map.js";
import { showNow } from "./now.js";
import { beginPast } from "./past.js";
import { showPlan } from "./plan.js";
import { beginScene, measure, showScene, tellScene } from "./scene.js";
import { beginTalk, showMemory, showTalk, showThoughts } from "./talk.js";
import { beginTasks, showTasks, tell } from "./tasks.js";
import { showUpkeep } from "./upkeep.js";
import { beginWhy, tellWhy } from "./why.js";

/** @typedef {import("./types.js").Panels} Panels */

/** What the agent has sent last; a look at the past leaves it alone. @type {Partial<Panels>} */
const latest = {};
let live = true;
let connected = false;

/** Shows one panel. @param {keyof Panels} name @param {any} data */
function show(name, data) {
  switch (name) {
    case "status":
      showNow(data);
      tellMap({ at: data.at, time: data.time_of_day });
      tellScene({ at: data.at, time: data.time_of_day });
      head(data);
      tellBuild(data.at);
      if (latest.plan && live) showPlan(latest.plan, data.tick);
      break;
    case "tasks": showTasks(data, live); break;
    case "thoughts": showThoughts(data); break;
    case "plan": showPlan(data, live ? Math.max(data.tick, latest.status?.tick ?? 0) : data.tick); break;
    case "upkeep": showUpkeep(data); break;
    case "tracks": tellMap({ tracks: data.tracks }), tellScene({ tracks: data.tracks }); break;
    case "memory": showMemory(data), tellMap({ facts: data.facts }); break;
    case "talk": showTalk(data); break;
    case "trail": tellMap({ trail: data.places }); break;
    case "health": showHealth(data); break;
    case "builds": showBuilds(data); break;
  }
}

/** @param {import("./types.js").Status} status */
function head(status) {
  const line = get("state");
  const why = status.trouble ? `standing still: ${status.trouble}` : status.link !== "present" ? `the body is ${status.link}` : "";
  const now = live ? (connected ? "live" : "lost") : "then";
  attr(line, "class", `state ${now}`);
  text(line, !connected && live ? "the agent does not answer; trying again" : `${live ? "" : "the past · "}tick ${number(status.tick)} · world ${status.seed} · stead ${status.version}`);
  const banner = get("banner");
  banner.hidden = why === "";
  text(banner, why);
  const pause = get("pause");
  text(pause, status.paused ? "Resume" : "Pause");
  pause.dataset.paused = String(status.paused);
  const speed = get("speed");
  const value = status.speed.replace("×", "");
  if (document.activeElement !== speed) {
    if (!Array.from(speed.options).some((option) => /** @type {HTMLOptionElement} */ (option).value === value)) speed.add(new Option(status.speed, value));
    speed.value = value;
  }
}

function all() {
  for (const [name, data] of Object.entries(latest)) show(/** @type {keyof Panels} */ (name), data);
}

listen((name, data) => {
  /** @type {any} */ (latest)[name] = data;
  if (live) show(name, data);
}, (state) => {
  connected = state;
  if (latest.status) head(latest.status);
  else text(get("state"), state ? "waiting for the first tick" : "the agent does not answer; trying again");
});

get("pause").addEventListener("click", () => tell(order(get("pause").dataset.paused === "true" ? "/v1/resume" : "/v1/pause")));
get("speed").addEventListener("change", () => tell(order("/v1/speed", { speed: get("speed").value }).then((answer) => ({ said: `time passes at ${answer.speed}` }))));

const root = document.documentElement;
const store = "stead-theme";
const chosen = localStorage.getItem(store) ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
root.dataset.theme = chosen;
get("theme").addEventListener("click", () => {
  root.dataset.theme = root.dataset.theme === "light" ? "dark" : "light";
  localStorage.setItem(store, root.dataset.theme);
  tellMap({});
});

legend();
beginTasks();
beginTalk();
beginWhy();
beginMap();
const deep = beginScene();
beginBuild();
if (!deep) get("view-3d").disabled = true;
for (const [id, is3d] of /** @type {[string, boolean][]} */ ([["view-map", false], ["view-3d", true]])) {
  get(id).addEventListener("click", () => {
    attr(get("view-map"), "aria-pressed", String(!is3d));
    attr(get("view-3d"), "aria-pressed", String(is3d));
    [get("map").hidden, get("scene").hidden, get("camera-field").hidden] = [is3d, !is3d, !is3d];
    get("map-tip").hidden = true;
    text(get("world-note"), is3d ? "drag to turn, wheel to zoom" : "");
    showMap(!is3d);
    showScene(is3d);
  });
}
beginPast((panels) => {
  live = false;
  tellWhy(panels.status.tick);
  tellGround(panels.status.tick);
  for (const [name, data] of Object.entries(panels)) show(/** @type {keyof Panels} */ (name), data);
}, () => {
  live = true;
  tellWhy(null);
  tellGround(null);
  text(get("moment"), "now");
  all();
});
text(get("moment"), "now");
Object.assign(window, { steadMeasure: measure });
