// What the agent has seen of the ground and of the blocks, fetched piece by piece while it is shown.
// @ts-check

/** How many columns one answer has at most; fewer mean that nothing more waits. */
const COLUMNS_MAX = 64;
const PAUSE_MS = 700;

/**
 * Asks for changes again and again while `wanted` says so.
 * @param {string} path @param {() => boolean} wanted
 * @param {(view: DataView, at: number) => number} take reads one column from the bytes and returns where it ends
 */
export function follow(path, wanted, take) {
  let since = "0";
  let timer = 0;
  const ask = async () => {
    let wait = PAUSE_MS;
    if (wanted() && !document.hidden) {
      try {
        const response = await fetch(`${path}?since=${since}`);
        if (!response.ok) throw new Error(String(response.status));
        const view = new DataView(await response.arrayBuffer());
        since = view.getBigUint64(0, true).toString();
        let at = 8;
        let columns = 0;
        for (; at < view.byteLength; columns += 1) at = take(view, at);
        if (columns >= COLUMNS_MAX) wait = 0;
      } catch {
        wait = 3000;
      }
    }
    timer = setTimeout(ask, wait);
  };
  timer = setTimeout(ask, 0);
  return () => clearTimeout(timer);
}
