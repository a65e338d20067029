import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { expect, test } from 'vitest';

import { parseQuery, toSearchParams } from '#contract/query-string.ts';
import { leadListQuery, type LeadListQuery } from '#contract/v1/lead-lists.ts';
import { fakeSession } from '#src/testing/render-page.tsx';

import { changedSearch, isNarrowed, useListSearch } from './list-search.ts';

const parse = (text: string) => parseQuery(leadListQuery, new URLSearchParams(text));
const textOf = (search: LeadListQuery) => toSearchParams(leadListQuery, search).toString();
const normal = parse('');

test('without parameters the list shows the newest leads, twenty a page', () => {
  expect(normal).toMatchObject({
    page: 1,
    pageSize: 20,
    q: '',
    cursor: '',
    status: [],
    subStatus: [],
    sort: { by: 'createdAt', descending: true },
  });
  expect(textOf(normal)).toBe('');
});

test('a search is the same after it was written to an address and parsed', () => {
  const text =
    'page=3&pageSize=50&q=caf%C3%A9&status=New&status=Closed&subStatus=Cost&sort=amountRequested&cursor=abc';
  expect(textOf(parse(text))).toBe(text);
});

const invalid =
  'page=abc page=0 page=-1 page=1.5 page=2&page=3 pageSize=1000 status=Nonsense sort=password q=%00';

test.each([...invalid.split(' '), `q=${'x'.repeat(300)}`, 'something=else'])(
  'ignores an invalid parameter: %s',
  (text) => {
    expect(parse(text)).toEqual(normal);
  },
);

test('keeps the other parameters when one is invalid', () => {
  expect(parse('page=abc&status=New')).toEqual({ ...normal, status: ['New'] });
});

test('a changed search starts at the first page', () => {
  const search = parse('page=3&cursor=abc&status=New');
  expect(changedSearch(leadListQuery, search, { q: 'ann' }).toString()).toBe('q=ann&status=New');
});

test('a search or a filter narrows the list; sort and page don’t', () => {
  expect(
    ['sort=createdAt&page=2', 'q=a', 'status=New', 'subStatus=New'].map((text) =>
      isNarrowed(leadListQuery, parse(text)),
    ),
  ).toEqual([false, true, true, true]);
});

const { capabilities } = fakeSession('partner-admin');

function atAddress(address: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterProvider
      router={createMemoryRouter([{ path: '/', element: children }], { initialEntries: [address] })}
    />
  );
  return renderHook(
    () => ({ ...useListSearch(leadListQuery, capabilities), address: useLocation().search }),
    { wrapper },
  );
}

test('an order by follow-up days is reset where the list has other records too', () => {
  const followed = atAddress('/?hasFollowUp=yes&sort=-followUp').result.current;
  expect(followed.search.sort).toEqual({ by: 'followUp', descending: true });
  for (const address of ['/?sort=followUp', '/?hasFollowUp=no&sort=-followUp'])
    expect(atAddress(address).result.current.search.sort).toMatchObject({ by: 'createdAt' });
  const { result } = atAddress('/?hasFollowUp=yes&sort=followUp');
  act(() => result.current.onClear?.());
  expect(result.current.search.sort).toEqual({ by: 'createdAt', descending: true });
});

test('a change that follows before the page of the last one is there does not undo it', () => {
  const { result } = atAddress('/?status=New&hasAttachments=yes');
  const { onFilters, onChange, onDisplay } = result.current;
  act(() => {
    onFilters({ status: '' });
    onChange({ q: 'marsh' });
    onDisplay({ pageSize: 50 });
  });
  expect(result.current.address).toBe('?pageSize=50&q=marsh&hasAttachments=yes');
});
