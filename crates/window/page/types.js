// The shapes of what the agent sends, for the type checker alone. `/v1/openapi.json` describes every field.
// @ts-check

/** @typedef {{done: number, of: number}} Progress */
/** @typedef {{version: string, seed: number, speed: string, tick: number, day: number, time_of_day: number | null, link: string, trouble: string | null, paused: boolean, controller: string | null, doing: string, why: string, action_id: string | null, action: Progress | null, task: {id: string, key: string, done: number, of: number} | null, health: number | null, food: number | null, at: number[] | null, bag: Record<string, number>, deaths: number, items_seen: number, tasks: Record<string, number>}} Status */
/** @typedef {{id: string, key: string, goal: string, origin: {who: string, why: string, tick: number}, priority: string, lane: string, parent: string | null, status: string, detail: string | null, why: string, changed: number, progress: Progress | null}} Task */
/** @typedef {{tick: number, open: Task[], ended: Task[]}} Tasks */
/** @typedef {{id: number, tick: number, text: string, source: string, novelty: string, intent: string | null, fate: string, task: string | null, became: string, goal: {action: string, target: string, amount: number} | null}} Thought */
/** @typedef {{tick: number, model: string, budget: {calls_this_hour: number, calls_per_hour: number, tokens_this_day: number, tokens_per_day: number}, thoughts: Thought[]}} Thoughts */
/** @typedef {{lane: number, what: string, kind: string, item: string | null, start: number, end: number, slack: number}} Bar */
/** @typedef {{tick: number, task: string | null, key: string | null, made: number, makespan_ticks: number, lanes: string[], past: Bar[], ahead: Bar[], more: number}} Plan */
/** @typedef {{id: string, high_is_bad: boolean, top: number, warn_at: number, critical_at: number | null, warn_in: number | null, critical_in: number | null, alone: number[][], planned: number[][]}} Metric */
/** @typedef {{tick: number, horizon_ticks: number, metrics: Metric[], actions: {operator: string, at: number, restores: string[]}[], unknown: string[]}} Upkeep */
/** @typedef {{id: string, kind: string, sure: number, at: number[], visibility: string, threat: string}} Track */
/** @typedef {{tick: number, tracks: Track[]}} Tracks */
/** @typedef {{kind: string, at: number[] | null, what: string}} Fact */
/** @typedef {{tick: number, facts: Fact[]}} Memory */
/** @typedef {{tick: number, lines: {tick: number, who: string | null, text: string}[], news: {number: number, tick: number, day: number, time_of_day: number, kind: string, text: string}[]}} Talk */
/** @typedef {{tick: number, places: number[][]}} Trail */
/** @typedef {{tick: number, mind_step: {bounds_us: number[], counts: number[], sum_us: number, p50_us: number | null, p99_us: number | null}, journal_bytes: number | null, streams: number, uptime_minutes: number, counters: Record<string, number>}} Health */
/** @typedef {{status: Status, tasks: Tasks, thoughts: Thoughts, plan: Plan, upkeep: Upkeep, tracks: Tracks, memory: Memory, talk: Talk, trail: Trail, health: Health, builds: Builds}} Panels */
/** @typedef {{subject: string, from: number, to: number, chain: {subject: string, tick: number, what: string, why: string, then: {tick: number, text: string}[]}[], actions: {id: string, tick: number, what: string}[]}} Why */
/** @typedef {{name: string, about: string, size: number[], sunk: number, front: string, blocks: number, minutes: number, modules: {id: string, kind: string, cells: number, after: string[]}[], materials: Record<string, number>, left_out: Record<string, number>, sent: boolean}} Sketch */
/** @typedef {{number: number, name: string, task: string | null, state: string, detail: string, site: {corner: number[], facing: string} | null, verified: string[], count: number, at: string | null, checkpoint: string | null}} Build */
/** @typedef {{tick: number, events: {tick: number, task: string | null, number: number, name: string, build: string | null, event: string, about: any}[]}} Builds */

export {};
