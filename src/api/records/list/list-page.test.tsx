import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { refetchInBackground } from '#src/api/live/live-refresh.ts';
import { aboutRecords } from '#src/api/query-changes.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { describeListNews } from '#src/lib/list-news.ts';

import { useListPage } from './list-page.ts';
import type { ListPage } from './record-source.ts';

type RecordRow = ReadRecord<{ id: string }>;
type Page = ListPage<RecordRow>;
const row = (id: string, value = ''): RecordRow => ({ ok: true, record: { id }, extra: { value } });
const pageOf = (ids: readonly string[], more: Partial<Page> = {}): Page => ({
  rows: ids.map((id) => row(...(id.split('=') as [string]))),
  total: ids.length,
  next: undefined,
  prev: undefined,
  ...more,
});

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
/** Lets time pass, then the renders that depend on it finish. */
const pass = async (milliseconds: number) =>
  act(async () => vi.advanceTimersByTimeAsync(milliseconds + 1));
/** Refetches the list in the background, because something changed. */
async function readAgain(): Promise<void> {
  void refetchInBackground(queryClient, aboutRecords);
  await pass(0);
}
/** Refetches the list because the person asks for it. */
async function ask(): Promise<void> {
  void queryClient.refetchQueries();
  await pass(0);
}

describe('a list', () => {
  let response: Page;
  let pageNumber: number;
  let searches: { page: number; cursor?: string }[];
  let list: ReturnType<typeof show>;
  beforeEach(async () => {
    response = pageOf(['c', 'b', 'a']);
    pageNumber = 1;
    searches = [];
    await look();
  });
  const toQuery = (search: { page: number }) => ({
    queryKey: ['leads', 'list', search.page],
    queryFn: () => response,
    meta: { records: ['lead' as const] },
  });
  const show = () =>
    renderHook(
      () => {
        const sort = { by: 'createdAt', descending: true };
        const search = { page: pageNumber, pageSize: 2, cursor: '', sort };
        return useListPage(toQuery, search, (next) => searches.push(next));
      },
      { wrapper },
    );
  /** Shows the list. */
  async function look(): Promise<void> {
    list = show();
    await pass(0);
  }
  /** Refetches the list in the background, and returns what it shows. */
  async function refresh(next: Page) {
    response = next;
    await readAgain();
    return shown();
  }
  const shown = () => list.result.current.list;
  const marked = () => shown().changed;
  /** Returns what a list says of rows that it does not show yet. */
  const getNewsText = ({ pending }: ReturnType<typeof shown>) =>
    pending && describeListNews(pending.news, pending.recordType).text;
  const idsOf = ({ rows }: { rows: readonly RecordRow[] | undefined }) =>
    rows?.map((each) => each.ok && each.record.id);

  it('shows new values in place, and marks their row for some seconds', async () => {
    const page = await refresh(pageOf(['c', 'b=new', 'a']));
    expect(page.rows?.[1]).toEqual(row('b', 'new'));
    expect(marked()).toEqual(new Set(['b']));
    expect(getNewsText(page)).toBeUndefined();
    await pass(6_000);
    expect(marked()).toEqual(new Set());
  });

  it('marks each row for as long as the others', async () => {
    await refresh(pageOf(['c', 'b=new', 'a']));
    await pass(4_000);
    await refresh(pageOf(['c', 'b=new', 'a=new']));
    await pass(4_000);
    expect(marked()).toEqual(new Set(['a']));
  });

  it('keeps new rows waiting until they are asked for', async () => {
    await refresh(pageOf(['d', 'c', 'b']));
    const page = await refresh(pageOf(['e', 'd', 'c=new']));
    expect(idsOf(page)).toEqual(['c', 'b', 'a']);
    expect(page.rows?.[0]).toEqual(row('c', 'new'));
    expect(getNewsText(page)).toBe('2 new leads');
    act(() => page.pending?.onShow?.());
    expect(idsOf(shown())).toEqual(['e', 'd', 'c']);
    expect(shown().pending).toBeUndefined();
  });

  it('says of one new row that it is one', async () => {
    expect(getNewsText(await refresh(pageOf(['d', 'c', 'b'])))).toBe('1 new lead');
  });

  it.each([
    ['removed', ['c', 'a']],
    ['removed at the end', ['c', 'b']],
    ['replaced', ['c', 'x', 'a']],
    ['moved', ['b', 'c', 'a']],
  ])('keeps its rows when one is %s, and says that it has changed', async (_, ids) => {
    const page = await refresh(pageOf(ids));
    expect(idsOf(page)).toEqual(['c', 'b', 'a']);
    expect(getNewsText(page)).toBe('This page has changed');
  });

  it('follows with its next page what it shows', async () => {
    list.unmount();
    queryClient.clear();
    response = pageOf(['c', 'b'], { total: 3, next: 'after b' });
    await look();
    await refresh(pageOf(['d', 'c'], { total: 4, next: 'after c' }));
    list.result.current.onPage(2);
    expect(searches).toMatchObject([{ page: 2, cursor: 'after b' }]);
  });

  it('of another page says that the first one has new rows', async () => {
    list.unmount();
    pageNumber = 2;
    response = pageOf(['b', 'a'], { total: 22 });
    await look();
    const page = await refresh(pageOf(['b', 'a'], { total: 23 }));
    expect(getNewsText(page)).toBe('New leads on page 1');
    expect(page.pending).toMatchObject({ onShow: null });
  });

  it('shows at once what the person asked for, and what arrives on an empty page', async () => {
    response = pageOf(['d', 'c', 'b']);
    await ask();
    expect(idsOf(shown())).toEqual(['d', 'c', 'b']);
    response = pageOf([]);
    await ask();
    expect(idsOf(await refresh(pageOf(['e'])))).toEqual(['e']);
  });
});
