import { hashKey, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  holdingRows,
  type ListPage,
  markingParts,
  type Parts,
  type RecordRow,
  setFollower,
} from '#src/api/lists.ts';
import { marksOf } from '#src/lib/marks.ts';

import { HeldLists } from './held-lists.ts';

type Page = ListPage<RecordRow>;
const row = (id: string, value = ''): RecordRow => ({ ok: true, record: { id }, extra: { value } });
const pageOf = (ids: readonly string[], more: Partial<Page> = {}): Page => ({
  rows: ids.map((id) => row(...(id.split('=') as [string]))),
  total: ids.length,
  next: undefined,
  prev: undefined,
  ...more,
});

describe('a list', () => {
  let queryClient: QueryClient;
  let heldLists: HeldLists;
  let response: Page;
  let search: string;
  let stop: () => void;
  beforeEach(async () => {
    vi.useFakeTimers();
    queryClient = new QueryClient();
    heldLists = new HeldLists(queryClient);
    setFollower(heldLists);
    response = pageOf(['c', 'b', 'a']);
    search = '';
    await look();
  });
  afterEach(() => {
    stop();
    setFollower(undefined);
    vi.useRealTimers();
  });
  const key = () => ['leads', 'list', search];
  /** Shows the list. */
  async function look(): Promise<void> {
    const observer = new QueryObserver(queryClient, {
      queryKey: key(),
      queryFn: () => response,
      ...holdingRows(key()),
    });
    stop = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
  }
  /** Reads the list again, because something changed, and returns what it shows. */
  async function refresh(next: Page): Promise<Page | undefined> {
    response = next;
    heldLists.expect(() => true);
    await queryClient.refetchQueries();
    return shown();
  }
  const shown = () => queryClient.getQueryData<Page>(key());
  const marked = () => marksOf(hashKey(key()));
  const idsOf = (page: Page | undefined) => page?.rows.map((each) => each.ok && each.record.id);

  it('shows new values in place, and marks their row for some seconds', async () => {
    const page = await refresh(pageOf(['c', 'b=new', 'a']));
    expect(page?.rows[1]).toEqual(row('b', 'new'));
    expect(marked()).toEqual(new Set(['b']));
    expect(page?.held?.waiting).toBeUndefined();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(marked()).toEqual(new Set());
  });

  it('marks each row for as long as the others', async () => {
    await refresh(pageOf(['c', 'b=new', 'a']));
    await vi.advanceTimersByTimeAsync(4_000);
    await refresh(pageOf(['c', 'b=new', 'a=new']));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(marked()).toEqual(new Set(['a']));
  });

  it('keeps new rows waiting until they are asked for', async () => {
    await refresh(pageOf(['d', 'c', 'b']));
    const page = await refresh(pageOf(['e', 'd', 'c=new']));
    expect(idsOf(page)).toEqual(['c', 'b', 'a']);
    expect(page?.rows[0]).toEqual(row('c', 'new'));
    expect(page?.held?.waiting).toBe('2 new leads');
    page?.held?.onShow?.();
    expect(idsOf(shown())).toEqual(['e', 'd', 'c']);
    expect(shown()?.held).toBeUndefined();
  });

  it('says of one new row that it is one', async () => {
    expect((await refresh(pageOf(['d', 'c', 'b'])))?.held?.waiting).toBe('1 new lead');
  });

  it.each([
    ['removed', ['c', 'a']],
    ['removed at the end', ['c', 'b']],
    ['replaced', ['c', 'x', 'a']],
    ['moved', ['b', 'c', 'a']],
  ])('keeps its rows when one is %s, and says that it has changed', async (_, ids) => {
    const page = await refresh(pageOf(ids));
    expect(idsOf(page)).toEqual(['c', 'b', 'a']);
    expect(page?.held?.waiting).toBe('This page has changed');
  });

  it('follows with its next page what it shows', async () => {
    stop();
    queryClient.clear();
    response = pageOf(['c', 'b'], { next: 'after b' });
    await look();
    const page = await refresh(pageOf(['d', 'c'], { next: 'after c' }));
    expect(page?.next).toBe('after b');
  });

  it('of another page says that the first one has new rows', async () => {
    stop();
    search = 'page=2';
    response = pageOf(['b', 'a'], { total: 22 });
    await look();
    const page = await refresh(pageOf(['b', 'a'], { total: 23 }));
    expect(page?.held).toMatchObject({ waiting: 'New leads on page 1', onShow: null });
  });

  it('shows at once what the person asked for, and what arrives on an empty page', async () => {
    response = pageOf(['d', 'c', 'b']);
    await queryClient.refetchQueries();
    expect(idsOf(shown())).toEqual(['d', 'c', 'b']);
    response = pageOf([]);
    await queryClient.refetchQueries();
    expect(idsOf(await refresh(pageOf(['e'])))).toEqual(['e']);
  });
});

describe('a record', () => {
  let queryClient: QueryClient;
  let heldLists: HeldLists;
  let stop: () => void;
  const queryKey = ['deals', 'one', 'd'];
  const marked = () => marksOf(hashKey(queryKey));
  let response: readonly Parts[] = [];
  beforeEach(async () => {
    vi.useFakeTimers();
    queryClient = new QueryClient();
    heldLists = new HeldLists(queryClient);
    setFollower(heldLists);
    response = [{ status: 'Approved', amount: '1', name: 'Kauri' }];
    stop = new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => response,
      ...markingParts(queryKey, (data: readonly Parts[]) => data),
    }).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
  });
  afterEach(() => {
    stop();
    setFollower(undefined);
    vi.runAllTimers();
    vi.useRealTimers();
  });

  async function refresh(next: readonly Parts[]): Promise<void> {
    response = next;
    heldLists.expect(() => true);
    await queryClient.refetchQueries();
  }

  it('has the fields marked that somebody else changed, for some seconds', async () => {
    await refresh([{ status: 'Settled', amount: '1', name: 'Kauri' }]);
    expect(marked()).toEqual(new Set(['status']));
    expect(queryClient.getQueryData(queryKey)).toEqual(response);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(marked()).toEqual(new Set());
  });

  it('has nothing marked of what the person saves or reads again', async () => {
    heldLists.expect(() => true);
    const saving = queryClient.getMutationCache().build(queryClient, {
      mutationFn: async () => {
        queryClient.setQueryData(queryKey, [{ status: 'Settled', amount: '1', name: 'Kauri' }]);
      },
    });
    await saving.execute(undefined);
    response = [{ status: 'Settled', amount: '2', name: 'Kauri' }];
    setFollower(new HeldLists(queryClient));
    await queryClient.refetchQueries();
    expect(marked()).toEqual(new Set());
  });

  it('has nothing expected of which rows are unread: that is neither held nor marked', () => {
    const unread = ['leads', 'unread', 'a,b'];
    const observer = new QueryObserver(queryClient, { queryKey: unread, initialData: [] });
    const stopUnread = observer.subscribe(() => {});
    heldLists.expect(() => true);
    heldLists.mark(unread, [{ a: 1 }], [{ a: 2 }]);
    expect(marksOf(hashKey(unread))).toEqual(new Set());
    stopUnread();
  });

  it('that is new among others is marked, unless it was only pushed to the end', async () => {
    await refresh([{ other: 1, status: 'Approved', amount: '1', name: 'Kauri', last: 1 }]);
    expect(marked()).toEqual(new Set(['other']));
  });
});
