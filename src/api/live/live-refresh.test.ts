import { focusManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';

import { HeldLists } from './held-lists.ts';
import { concerns, LiveRefresh } from './live-refresh.ts';

const leadA = { type: 'lead' as const, ids: ['a'] };

test.each([
  [['leads', 'list', ''], true],
  [['leads', 'one', 'a'], true],
  [['leads', 'one', 'b'], false],
  [['leads', 'history', 'a', 'all'], true],
  [['leads', 'history', 'b', 'all'], false],
  [['attachments', 'a'], true],
  [['attachments', 'b'], false],
  [['home', 'since=x'], true],
  [['deals', 'list', ''], false],
  [['broker-details'], false],
  [['session'], false],
])('a change of lead a concerns the query %j: %s', (queryKey, isConcerned) => {
  expect(concerns(leadA, queryKey)).toBe(isConcerned);
});

test('a change of many records concerns each of them', () => {
  const many = { type: 'deal' as const, ids: null };
  expect(concerns(many, ['deals', 'one', 'any'])).toBe(true);
  expect(concerns(many, ['leads', 'one', 'any'])).toBe(false);
});

describe('refreshing', () => {
  let queryClient: QueryClient;
  let refresh: LiveRefresh;
  let invalidate: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    vi.useFakeTimers();
    queryClient = new QueryClient();
    invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    refresh = new LiveRefresh(queryClient, new HeldLists(queryClient));
  });
  afterEach(() => {
    refresh.stop();
    vi.useRealTimers();
  });

  it('begins at once, and happens at most once per second', async () => {
    refresh.add([leadA]);
    await vi.advanceTimersByTimeAsync(0);
    expect(invalidate).toHaveBeenCalledTimes(1);
    for (let count = 0; count < 50; count += 1) {
      refresh.add([leadA]);
      await vi.advanceTimersByTimeAsync(30);
    }
    expect(invalidate).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(invalidate).toHaveBeenCalledTimes(3);
  });

  it('reads only visible queries again, and none while the tab is hidden', async () => {
    refresh.addAll();
    await vi.advanceTimersByTimeAsync(0);
    expect(invalidate).toHaveBeenCalledWith(expect.objectContaining({ refetchType: 'active' }));
    focusManager.setFocused(false);
    refresh.addAll();
    await vi.advanceTimersByTimeAsync(1_000);
    focusManager.setFocused(undefined);
    expect(invalidate).toHaveBeenLastCalledWith(expect.objectContaining({ refetchType: 'none' }));
  });
});
