import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { parseQuery } from '#contract/query-string.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { leadSource } from './leads.ts';
import { useMarkRead } from './mark-read.ts';

/** What was requested: method and address. */
let requests: string[] = [];
const unread = { isCreated: false, isOperator: true, name: null };
const search = parseQuery(leadSource.pageSchema, new URLSearchParams());

beforeEach(() => {
  requests = [];
  stubFetch((address, { method = 'GET' }) => {
    requests.push(`${method} ${address}`);
    return method === 'GET' ? ['l1', 'l2'].map((id) => ({ id, fields: {}, unread })) : {};
  });
});

/** Says which rows are unread, and marks the first one as read once they are there. */
function Rows() {
  const { data } = useQuery(leadSource.query(search));
  useMarkRead('leads', 'l1', data === undefined ? undefined : 'shown');
  const ids = data?.rows.flatMap((row) => (row.ok && row.record.unread ? row.record.id : []));
  return <p>Unread: {ids?.join()}.</p>;
}

test('a record that is shown is marked as read, at once also in its list', async () => {
  renderPage(<Rows />, fakeSession('partner-admin'));
  expect(await screen.findByText('Unread: l2.')).toBeVisible();
  expect(requests).toEqual(['GET /portal/leads?page=1&pageSize=20', 'PUT /portal/leads/l1/read']);
});

test('a list that is to be read again stays so', async () => {
  const client = renderPage(<Rows />, fakeSession('broker'));
  await screen.findByText('Unread: l1,l2.');
  const state = () => client.getQueryState(leadSource.query(search).queryKey);
  const readAt = state()?.dataUpdatedAt;
  await client.invalidateQueries({ refetchType: 'none' });
  expect(await screen.findByText('Unread: l2.')).toBeVisible();
  expect(state()).toMatchObject({ isInvalidated: true, dataUpdatedAt: readAt });
});

test('nothing is marked as read for support, nor in front of an existing service', async () => {
  renderPage(<Rows />, fakeSession('support'));
  expect(await screen.findByText('Unread: l1,l2.')).toBeVisible();
  renderPage(<Rows />, fakeSession('broker', { home: false }));
  await waitFor(() => expect(requests).toContain('GET /api/v1/lead?page=1&pageSize=20'));
  expect(requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
});
