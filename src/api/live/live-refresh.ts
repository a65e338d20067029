import { focusManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

import type { LiveChange, LiveType } from '#contract/portal/live/live.ts';

import type { HeldLists } from './held-lists.ts';

/** The least time between two refreshes, in milliseconds. */
const minIntervalMs = 1_000;

/** The records that each kind of query shows, by the first part of its key. */
const typesOf: Readonly<Record<string, readonly LiveType[]>> = {
  leads: ['lead'],
  attachments: ['lead'],
  deals: ['deal'],
  board: ['deal'],
  home: ['lead', 'deal'],
  'view-counts': ['lead', 'deal'],
};
/** Kinds of queries about one record, whose id is the third part of their keys. */
const singleKinds: readonly unknown[] = ['one', 'history', 'stage-time', 'lead'];

/** Returns whether a query is about records that change. */
export function isAboutRecords({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return typeof queryKey[0] === 'string' && Object.hasOwn(typesOf, queryKey[0]);
}

/** Returns whether a change concerns the query with this key. */
export function concerns({ type, ids }: LiveChange, [noun, kind, id]: QueryKey): boolean {
  if (typeof noun !== 'string' || !typesOf[noun]?.includes(type)) return false;
  const recordId = noun === 'attachments' ? kind : singleKinds.includes(kind) ? id : undefined;
  return ids === null || typeof recordId !== 'string' || ids.includes(recordId);
}

/**
 * Keeps loaded data true to the changes: queries that are visible are read again, at most once per
 * second however many changes there are; all others once they are shown.
 */
export class LiveRefresh {
  readonly #queryClient: QueryClient;
  #changes: LiveChange[] = [];
  #isAll = false;
  #refreshedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #heldLists: HeldLists;

  constructor(queryClient: QueryClient, heldLists: HeldLists) {
    this.#queryClient = queryClient;
    this.#heldLists = heldLists;
  }

  /** Refreshes what the changes concern. */
  add(changes: readonly LiveChange[]): void {
    this.#changes.push(...changes);
    this.#schedule();
  }

  /** Refreshes everything about records. */
  addAll(): void {
    this.#isAll = true;
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(
      () => this.#refresh(),
      Math.max(0, this.#refreshedAt + minIntervalMs - Date.now()),
    );
  }

  #refresh(): void {
    const changes = this.#changes;
    const isAll = this.#isAll;
    this.#timer = undefined;
    this.#changes = [];
    this.#isAll = false;
    this.#refreshedAt = Date.now();
    const isConcerned = (query: Query) =>
      isAboutRecords(query) &&
      (isAll || changes.some((change) => concerns(change, query.queryKey)));
    this.#heldLists.expect(isConcerned);
    void this.#queryClient.invalidateQueries({
      predicate: isConcerned,
      // A hidden tab reads again once it is visible.
      refetchType: focusManager.isFocused() ? 'active' : 'none',
    });
  }
}
