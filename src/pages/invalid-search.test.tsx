import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import '#src/features/records/filters/invalid-search.tsx';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { Component as DealsPage } from './deals.tsx';
import { Component as LeadsPage } from './leads.tsx';

/** The queries of the lists that were requested. */
let lists: string[] = [];

beforeEach(() => {
  lists = [];
  stubFetch((address) => {
    const [path = '', query = ''] = address.split('?');
    if (!path.startsWith('/api/')) return [];
    lists.push(query);
    return [{ id: 'r1', fields: { firstName: 'Ida', name: 'Ida' } }];
  });
});

const pages = [
  ['leads', <LeadsPage key="leads" />],
  ['deals', <DealsPage key="deals" />],
] as const;

test.each(pages)(
  'a search that can’t be used shows and exports no %s, and says so',
  async (list, page) => {
    const user = userEvent.setup();
    renderPage(page, fakeSession('broker'), `/${list}`, `/${list}?q=Ida%00`);
    const message = await screen.findByRole('alert');
    expect(message).toHaveTextContent(
      /^This search can’t be used\. Enter words, at most 200 characters/,
    );
    expect(screen.queryByText('Ida')).toBeNull();
    for (const name of [/^Export/, /^Select/])
      expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
    expect(lists).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(
      await screen.findByRole('button', { name: /^Export/, hidden: true }),
    ).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Ida' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test.each(pages)(
  'a filter that is unknown or damaged shows and exports no %s, and says so',
  async (list, page) => {
    const user = userEvent.setup();
    renderPage(page, fakeSession('broker'), `/${list}`, `/${list}?status=Nope&waitingOn=client`);
    const message = await screen.findByRole('alert');
    expect(message).toHaveTextContent('This address has a filter that can’t be used.');
    expect(screen.queryByRole('button', { name: /^Export/, hidden: true })).toBeNull();
    expect(lists).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show the list without it' }));
    expect(
      await screen.findByRole('button', { name: /^Export/, hidden: true }),
    ).toBeInTheDocument();
    // The others still apply.
    expect(lists.at(-1)).toContain('waitingOn=client');
  },
);

test.each(pages)('a tab in the search of %s is a space', async (list, page) => {
  renderPage(page, fakeSession('broker'), `/${list}`, `/${list}?q=Ida%09%C2%A0Marsh`);
  expect(await screen.findByRole('link', { name: 'Ida' })).toBeInTheDocument();
  expect(screen.getByRole('searchbox')).toHaveValue('Ida Marsh');
  expect(new Set(lists.map((query) => new URLSearchParams(query).get('q')))).toEqual(
    new Set(['Ida Marsh']),
  );
});
