import type { HistoryChange, HistoryEntry } from '#contract/portal/history.ts';

/**
 * One item of a timeline: an entry of the history, or several that belong together. Its id, time
 * and maker are those of the newest.
 */
export type TimelineItem = ReturnType<typeof toItem>;

/** Edits of one person are merged if no more than this lies between them, in milliseconds. */
const maxGapMs = 10 * 60_000;

/** Fields that the item's title shows. */
const titleFields = new Set(['status', 'subStatus', 'numberOfCallsMade', 'lastCallDate']);

/**
 * Returns the items of a timeline for entries in order, newest first. Consecutive edits of one
 * person within ten minutes are one item, and so are consecutive attachments. A lead that was given
 * to another contact, and back, shows both.
 */
export function toTimeline(entries: readonly HistoryEntry[]): TimelineItem[] {
  const items: TimelineItem[] = [];
  for (const entry of entries) {
    const item = toItem(entry);
    const newer = items.at(-1);
    if (newer && areMergeable(newer, item)) items[items.length - 1] = merge(newer, item);
    else items.push(item);
  }
  return items;
}

/** Kinds of entries about a file. */
const fileKinds: ReadonlySet<HistoryEntry['kind']> = new Set([
  'attached',
  'file-changed',
  'file-withdrawn',
]);

function toItem(entry: HistoryEntry) {
  const { kind, at, changes } = entry;
  const change = (name: string) => changes.find(({ field }) => field === name);
  const isCall = kind === 'call';
  return {
    ...entry,
    status: change('status'),
    subStatus: change('subStatus'),
    /** The other changes. Of several edits their sum: from before the first to after the last. */
    changes: changes.filter(({ field }) => !titleFields.has(field)),
    /** The attached files, newest first; null for an erased one. */
    files: fileKinds.has(kind) ? [entry.file] : [],
    /** The number of calls after this one; undefined if it isn't a call. */
    calls: isCall ? Number(change('numberOfCallsMade')?.to) : undefined,
    /** The number of entries merged into the item. */
    count: 1,
    /** The time of the oldest of the entries. */
    since: at,
  };
}

function areMergeable(newer: TimelineItem, older: TimelineItem): boolean {
  return (
    isMergeable(newer) &&
    isMergeable(older) &&
    newer.kind === older.kind &&
    newer.who.source === older.who.source &&
    newer.who.id === older.who.id &&
    isFromClient(newer) === isFromClient(older) &&
    Date.parse(newer.since) - Date.parse(older.at) <= maxGapMs
  );
}

/** What a client sent has no person, as what strangers did has none. */
const isFromClient = ({ files }: TimelineItem) => files.some((file) => file?.isFromClient === true);

function isMergeable({ kind, status, subStatus, changes, bulkChange }: TimelineItem): boolean {
  if (bulkChange) return false;
  const isReassigned = changes.some(
    ({ field }) => field === 'brokerRep' || field === 'brokerRepId',
  );
  return kind === 'attached' || (kind === 'changed' && !status && !subStatus && !isReassigned);
}

function merge(newer: TimelineItem, older: TimelineItem): TimelineItem {
  return {
    ...newer,
    changes: sumOutcomes(older.changes, newer.changes),
    files: [...newer.files, ...older.files],
    count: newer.count + older.count,
    since: older.since,
  };
}

/** Returns the changes between the state before `first` and the state after `then`. */
function sumOutcomes(first: readonly HistoryChange[], then: readonly HistoryChange[]) {
  const sum = new Map(first.map((change) => [change.field, change]));
  for (const change of then) {
    const before = sum.get(change.field) ?? change;
    sum.set(change.field, { ...change, from: before.from });
  }
  // The service writes each value in one way.
  return [...sum.values()].filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
