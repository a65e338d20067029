import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** How long something that changed is marked, in milliseconds. */
const markedMs = 6_000;

/** What is marked in each view, each with the call that marked it last. */
const calls = new Map<string, Map<string, symbol>>();
const marks = createStore<ReadonlyMap<string, ReadonlySet<string>>>(new Map());
const none: ReadonlySet<string> = new Set();

let pausedUntil = 0;

/** Marks nothing for some milliseconds: what changes is the person's own change. */
export function pauseMarks(milliseconds: number): void {
  pausedUntil = Date.now() + milliseconds;
}

/** Marks parts of a view, such as rows by their ids, as changed just now, for some seconds. */
export function mark(view: string, parts: Iterable<string>): void {
  if (Date.now() < pausedUntil) return;
  const call = Symbol('mark');
  const ofView = calls.get(view) ?? new Map<string, symbol>();
  for (const part of parts) ofView.set(part, call);
  if (![...ofView.values()].includes(call)) return;
  calls.set(view, ofView);
  publish();
  setTimeout(() => {
    for (const [part, latest] of ofView) if (latest === call) ofView.delete(part);
    publish();
  }, markedMs);
}

function publish(): void {
  for (const [view, { size }] of calls) if (size === 0) calls.delete(view);
  marks.set(new Map(Array.from(calls, ([view, parts]) => [view, new Set(parts.keys())])));
}

/** Returns which parts of a view are marked. */
export function useMarks(view: string): ReadonlySet<string> {
  return useStore(marks).get(view) ?? none;
}

/** Returns which parts of a view are marked, at this moment. */
export function marksOf(view: string): ReadonlySet<string> {
  return marks.get().get(view) ?? none;
}
