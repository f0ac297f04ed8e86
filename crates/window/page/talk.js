// The conversation, the agent's thoughts, the events of its life, and what it remembers.
// @ts-check
import { order } from "./api.js";
import { get, h, rows, text } from "./dom.js";
import { clock, number, words } from "./format.js";

/** @typedef {import("./types.js").Memory} Memory */
/** @typedef {import("./types.js").Talk} Talk */
/** @typedef {import("./types.js").Thoughts} Thoughts */

/** @param {Talk} talk */
export function showTalk(talk) {
  const chat = get("chat");
  const atEnd = chat.scrollTop + chat.clientHeight >= chat.scrollHeight - 30;
  const before = chat.childElementCount;
  const lines = talk.lines.map((line, n) => ({ ...line, n }));
  rows(chat, lines, (line) => `${line.tick} ${line.who ?? ""} ${line.text}`, (line) => h("li", { class: line.who ? "me" : "it" }, h("span", { class: "skip" }, line.who ?? "agent"), line.text), "nothing was said yet; ask what it is doing, or for wood");
  if (atEnd && chat.childElementCount !== before) chat.scrollTop = chat.scrollHeight;
  const news = [...talk.news].reverse();
  rows(get("news"), news, (item) => String(item.number), (item) => h("li", {}, h("time", {}, `day ${item.day} ${clock(item.time_of_day)}`), item.text), "nothing has happened yet");
}

/** @param {Thoughts} thoughts */
export function showThoughts(thoughts) {
  text(get("model"), thoughts.model);
  const { budget } = thoughts;
  share("calls", budget.calls_this_hour, budget.calls_per_hour);
  share("tokens", budget.tokens_this_day, budget.tokens_per_day);
  rows(get("thoughts"), thoughts.thoughts, (thought) => JSON.stringify([thought.id, thought.became]), (thought) => h("li", {}, thought.text || (thought.goal ? `${thought.goal.action} ${thought.goal.amount} ${words(thought.goal.target)}` : "…"),
    h("div", { class: "sub" }, h("span", { class: "tag info" }, thought.source), h("span", { class: `tag ${thought.novelty === "high" ? "good" : ""}` }, `${thought.novelty} novelty`), h("span", {}, thought.became))), "no thoughts yet");
}

/** @param {string} id @param {number} used @param {number} most */
function share(id, used, most) {
  const bar = get(id);
  bar.max = Math.max(1, most);
  bar.value = Math.min(used, bar.max);
  text(get(`${id}-n`), `${number(used)} / ${number(most)}`);
}

/** @param {Memory} memory */
export function showMemory(memory) {
  text(get("memory-note"), memory.facts.length ? `${memory.facts.length} facts` : "");
  rows(get("memory"), memory.facts, (fact) => `${fact.kind} ${fact.what}`, (fact) => h("li", {}, h("span", { class: "tag" }, fact.kind), " ", words(fact.what)), "nothing worth remembering yet");
}

export function beginTalk() {
  get("say").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const input = get("line");
    const line = input.value.trim();
    if (!line) return;
    input.value = "";
    try {
      await order("/v1/say", { who: "owner", text: line });
    } catch (error) {
      input.value = line;
      get("chat").append(h("li", {}, error instanceof Error ? error.message : String(error)));
    }
  });
}
