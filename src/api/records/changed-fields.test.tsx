import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { refetchInBackground } from '#src/api/live/live-refresh.ts';
import { aboutRecords } from '#src/api/query-changes.ts';

import { type FieldValues, useChanged } from './changed-fields.ts';

let queryClient: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  queryClient = new QueryClient();
});
afterEach(async () => {
  await pass(10_000);
});
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
/** Lets time pass, and what waits for it be rendered a moment later. */
const pass = async (milliseconds: number) =>
  act(async () => vi.advanceTimersByTimeAsync(milliseconds + 1));
/** Reads again what is shown, because something changed. */
async function readAgain(): Promise<void> {
  void refetchInBackground(queryClient, aboutRecords);
  await pass(0);
}
/** Reads again what is shown, because the person asks for it. */
async function ask(): Promise<void> {
  void queryClient.refetchQueries();
  await pass(0);
}

describe('a record', () => {
  const queryKey = ['deals', 'one', 'd'];
  let response: readonly FieldValues[];
  let record: { result: { current: ReadonlySet<string> } };
  const marked = () => record.result.current;
  beforeEach(async () => {
    response = [{ status: 'Approved', amount: '1', name: 'Kauri' }];
    const options = { queryKey, queryFn: () => response };
    const useRecord = () => useChanged(queryKey, useQuery(options).data, (data) => data);
    record = renderHook(useRecord, { wrapper });
    await pass(0);
  });

  async function refresh(next: readonly FieldValues[]): Promise<void> {
    response = next;
    await readAgain();
  }

  it('has the fields marked that somebody else changed, for some seconds', async () => {
    await refresh([{ status: 'Settled', amount: '1', name: 'Kauri' }]);
    expect(marked()).toEqual(new Set(['status']));
    expect(queryClient.getQueryData(queryKey)).toEqual(response);
    await pass(6_000);
    expect(marked()).toEqual(new Set());
  });

  it('has nothing marked of what the person saves or reads again', async () => {
    await refresh([...response]);
    const save = queryClient.getMutationCache().build(queryClient, {
      mutationFn: async () => {
        response = [{ status: 'Settled', amount: '1', name: 'Kauri' }];
        await readAgain();
        queryClient.setQueryData(queryKey, [{ status: 'Settled', amount: '2', name: 'Kauri' }]);
      },
    });
    await save.execute(undefined);
    queryClient.setQueryData(queryKey, [{ status: 'Settled', amount: '3', name: 'Kauri' }]);
    await pass(0);
    response = [{ status: 'Settled', amount: '4', name: 'Kauri' }];
    await ask();
    expect(queryClient.getQueryData(queryKey)).toEqual(response);
    expect(marked()).toEqual(new Set());
  });

  it('that is new among others is marked, unless it was only pushed to the end', async () => {
    await refresh([{ other: 1, status: 'Approved', amount: '1', name: 'Kauri', last: 1 }]);
    expect(marked()).toEqual(new Set(['other']));
  });
});
