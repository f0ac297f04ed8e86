// The time slider: a past moment instead of the present.
// @ts-check
import { read } from "./api.js";
import { attr, get, text } from "./dom.js";
import { number } from "./format.js";

/** @param {(panels: import("./types.js").Panels) => void} show @param {() => void} back */
export function beginPast(show, back) {
  const slider = get("slider");
  let live = true;
  let asked = 0;
  const refresh = async () => {
    if (document.hidden) return;
    try {
      const { from, to } = await read("/v1/span");
      if (from === null || to <= from) return;
      [slider.min, slider.max, slider.disabled] = [from, to, false];
      if (live) slider.value = to;
    } catch {
      slider.disabled = true;
    }
  };
  refresh();
  setInterval(refresh, 5000);
  const set = (/** @type {boolean} */ now) => {
    live = now;
    attr(get("live"), "aria-pressed", String(live));
    if (live) back();
  };
  get("live").addEventListener("click", () => {
    set(true);
    slider.value = slider.max;
  });
  let timer = 0;
  slider.addEventListener("input", () => {
    set(false);
    text(get("moment"), `tick ${number(Number(slider.value))} …`);
    clearTimeout(timer);
    timer = setTimeout(look, 160);
  });
  const look = async () => {
    const tick = Number(slider.value);
    const own = (asked += 1);
    try {
      const panels = await read(`/v1/past?tick=${tick}`);
      if (live || own !== asked) return;
      show(panels);
      text(get("moment"), `day ${panels.status.day}, tick ${number(panels.status.tick)}`);
    } catch (error) {
      if (!live && own === asked) text(get("moment"), error instanceof Error ? error.message.slice(0, 60) : "not to be seen");
    }
  };
}
