// Numbers, times and names as people read them.
// @ts-check

export const TICKS_PER_SECOND = 20;
const TICKS_PER_DAY = 24000;

/** The time of day as a clock: tick 0 is six in the morning. @param {number} ticks */
export function clock(ticks) {
  const minutes = Math.floor((((ticks + 6000) % TICKS_PER_DAY) * 60) / 1000);
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** A length of time. @param {number} ticks */
export function span(ticks) {
  const seconds = Math.round(ticks / TICKS_PER_SECOND);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60 ? `${seconds % 60} s` : ""}`.trim();
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** A game name as words: `oak_log` is "oak log". @param {string} name */
export function words(name) {
  return name.replaceAll("_", " ");
}

/** @param {number} value */
export function number(value) {
  return value.toLocaleString("en-GB");
}

/** @param {number | null} value */
export function bytes(value) {
  if (value === null) return "–";
  if (value < 1 << 20) return `${(value / 1024).toFixed(0)} KB`;
  return `${(value / (1 << 20)).toFixed(1)} MB`;
}

/** @param {number | null} us */
export function micros(us) {
  if (us === null) return "> 0.1 s";
  return us < 1000 ? `${us} µs` : `${us / 1000} ms`;
}
