// What the agent has seen of the ground and of the blocks, fetched piece by piece while it is shown: now, or at a past moment.
// @ts-check

/** How many columns one answer has at most; fewer mean that nothing more waits. */
const COLUMNS_MAX = 64;
const PAUSE_MS = 700;

/** The moment that the page shows, if it is a past one. @type {number | null} */
let moment = null;
/** @type {Set<() => void>} */
const followers = new Set();

/** Shows the world of a past moment, or with null of now. @param {number | null} tick */
export function tellGround(tick) {
  if (moment === tick) return;
  moment = tick;
  for (const restart of followers) restart();
}

/**
 * Asks for changes again and again while `wanted` says so; of a past moment once.
 * @param {string} path
 * @param {{wanted: () => boolean, clear: () => void, missing: (why: string | null) => void, take: (view: DataView, at: number) => number}} follower
 *   `clear` forgets all columns, `missing` says why a past moment has none, `take` reads one column from the bytes and returns where it ends
 */
export function follow(path, { wanted, clear, missing, take }) {
  let since = "0";
  let timer = 0;
  let done = false;
  let turn = 0;
  const ask = async () => {
    let wait = PAUSE_MS;
    const own = turn;
    const tick = moment;
    if (wanted() && !document.hidden && !done) {
      try {
        const response = await fetch(`${path}?since=${since}${tick === null ? "" : `&tick=${tick}`}`);
        const told = response.ok ? null : await response.json();
        if (own !== turn) return;
        if (told) {
          if (response.status !== 404 || tick === null) throw new Error(String(response.status));
          done = true;
          missing(told.error.what);
        } else {
          const view = new DataView(await response.arrayBuffer());
          if (own !== turn) return;
          since = view.getBigUint64(0, true).toString();
          let at = 8;
          let columns = 0;
          for (; at < view.byteLength; columns += 1) at = take(view, at);
          if (columns >= COLUMNS_MAX) wait = 0;
          else done = tick !== null;
        }
      } catch {
        if (own !== turn) return;
        wait = 3000;
      }
    }
    timer = setTimeout(ask, wait);
  };
  followers.add(() => {
    clearTimeout(timer);
    [since, done, turn] = ["0", false, turn + 1];
    clear();
    missing(null);
    timer = setTimeout(ask, 0);
  });
  timer = setTimeout(ask, 0);
}
