import {
  focusManager,
  QueryClient,
  type QueryKey,
  type QueryMeta,
  QueryObserver,
} from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';

import { parseQuery } from '#contract/query-string.ts';
import { managedAccountsQuery } from '#src/api/account/managed-accounts.ts';
import { homeQuery } from '#src/api/home.ts';
import { brokerDetailsQuery } from '#src/api/new-lead/drafts.ts';
import { backgroundRefetch } from '#src/api/query-changes.ts';
import { attachmentsQuery } from '#src/api/records/attachments.ts';
import { dealQuery, dealSource } from '#src/api/records/deals.ts';
import { recordHistoryQuery } from '#src/api/records/history.ts';
import { leadQuery, leadSource } from '#src/api/records/leads.ts';
import { sessionQuery } from '#src/api/session.ts';

import { affects, LiveRefresh } from './live-refresh.ts';

const leadA = { type: 'lead' as const, ids: ['a'] };
const leadSearch = parseQuery(leadSource.pageSchema, new URLSearchParams());
const dealSearch = parseQuery(dealSource.pageSchema, new URLSearchParams());

test.each<[{ meta?: QueryMeta | undefined; queryKey: QueryKey }, boolean]>([
  [leadSource.query(leadSearch), true],
  [leadQuery('a'), true],
  [leadQuery('b'), false],
  [recordHistoryQuery({ type: 'lead', id: 'a' }), true],
  [recordHistoryQuery({ type: 'lead', id: 'b' }), false],
  [attachmentsQuery('a'), true],
  [attachmentsQuery('b'), false],
  [homeQuery(0, ''), true],
  [dealSource.query(dealSearch), false],
  [brokerDetailsQuery, false],
  [sessionQuery, false],
  [managedAccountsQuery('', true), true],
  [managedAccountsQuery('', false), false],
  [{ queryKey: ['a new query'] }, true],
])('a change of lead a concerns the query $queryKey: %s', ({ meta }, isConcerned) => {
  expect(affects(leadA, meta)).toBe(isConcerned);
});

test('a change of many records concerns each of them', () => {
  const many = { type: 'deal' as const, ids: null };
  expect(affects(many, dealQuery('any').meta)).toBe(true);
  expect(affects(many, leadQuery('any').meta)).toBe(false);
});

describe('refreshing', () => {
  let queryClient: QueryClient;
  let refresh: LiveRefresh;
  let reads: string[];
  let readMs: number;
  let stop: () => void;
  beforeEach(async () => {
    vi.useFakeTimers();
    queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    queryClient.mount();
    reads = [];
    readMs = 0;
    const show = (name: string) => {
      const queryFn = async () => {
        reads.push(name);
        await new Promise((resolve) => setTimeout(resolve, readMs));
        return reads.length;
      };
      return new QueryObserver(queryClient, { queryKey: [name], queryFn }).subscribe(() => {});
    };
    show('put away')();
    stop = show('visible');
    refresh = new LiveRefresh(queryClient);
    await vi.advanceTimersByTimeAsync(0);
    reads = [];
  });
  afterEach(() => {
    refresh.stop();
    stop();
    queryClient.unmount();
  });

  it.each([
    [0, 7],
    [125, 4],
    [600, 2],
  ])('that takes %i ms begins at once, and happens %i times in 1.5 s', async (takes, times) => {
    readMs = takes;
    refresh.add([leadA]);
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toHaveLength(1);
    for (let count = 0; count < 50; count += 1) {
      refresh.add([leadA]);
      await vi.advanceTimersByTimeAsync(30);
    }
    expect(reads).toHaveLength(times);
    refresh.add([leadA]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reads).toHaveLength(times + 1);
  });

  it('reads only visible queries again, and none while the tab is hidden', async () => {
    refresh.addAll();
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toEqual(['visible']);
    focusManager.setFocused(false);
    refresh.addAll();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reads).toEqual(['visible']);
    focusManager.setFocused(undefined);
    await vi.advanceTimersByTimeAsync(0);
    // Once, and as a background refetch.
    expect(reads).toEqual(['visible', 'visible']);
    expect(queryClient.getQueryState(['visible'])?.fetchMeta).toBe(backgroundRefetch);
  });
});
