import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { UnreadRecord } from '#contract/portal/unread.ts';
import { useSession } from '#src/api/session.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';

import { requestMarkers, useMarkRead } from './mark-read.ts';
import { useRecordMarkers } from './record-markers.ts';

/** What was requested: method and address. */
let requests: string[] = [];
const record: UnreadRecord = {
  id: 'l1',
  isCreated: false,
  at: '2026-11-20T16:10:00.000Z',
  by: { isOperator: true, name: null },
};

const requested = { id: 'l2', since: '2026-11-20T16:10:00.000Z' };

beforeEach(() => {
  requests = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    requests.push(`${method} ${address}`);
    return Response.json(method === 'GET' ? { unread: [record], asked: [requested] } : {});
  });
});

const rows = ['l1', 'l2'].map((id) => ({ ok: true as const, record: { id }, extra: {} }));

/** Says which rows are unread, and marks the first one as read once `shown` is there. */
function Rows({ shown }: { shown?: object }) {
  const { unread, waits } = useRecordMarkers('leads', rows, useSession());
  useMarkRead('leads', 'l1', shown);
  return (
    <p>
      Unread: {[...unread.keys()].join()}. Requested: {[...waits.keys()].join()}.
    </p>
  );
}

test('the rows of a page are asked for together', async () => {
  renderPage(<Rows />, fakeSession('broker'));
  expect(await screen.findByText('Unread: l1. Requested: l2.')).toBeVisible();
  expect(requests).toEqual(['GET /portal/leads/marks?id=l1&id=l2']);
});

test('a record that is shown is marked as read', async () => {
  renderPage(<Rows shown={record} />, fakeSession('partner-admin'));
  await waitFor(() => expect(requests).toContain('PUT /portal/leads/l1/read'));
});

test('nothing is marked as read for support, nor asked for in front of an existing service', async () => {
  renderPage(<Rows shown={record} />, fakeSession('support'));
  expect(await screen.findByText('Unread: l1. Requested: l2.')).toBeVisible();
  expect(requests).toEqual(['GET /portal/leads/marks?id=l1&id=l2']);
  requests = [];
  cleanup();
  renderPage(<Rows shown={record} />, fakeSession('broker', { home: false }));
  expect(await screen.findByText('Unread: . Requested: .')).toBeVisible();
  expect(requests).toEqual([]);
});

test('more rows than one response marks are asked for in parts', async () => {
  const ids = Array.from({ length: 101 }, (_, at) => `d${at}`);
  const { waits } = await requestMarkers('deals', ids, new AbortController().signal);
  expect(requests.map((each) => each.split('&').length)).toEqual([100, 1]);
  expect(waits).toHaveLength(2);
});

test('a deal is asked for by its own endpoint', async () => {
  await requestMarkers('deals', ['d1'], new AbortController().signal);
  expect(requests).toEqual(['GET /portal/deals/marks?id=d1']);
});
