import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import type { RecordsExport } from '#contract/portal/exports.ts';
import { parseQuery } from '#contract/query-string.ts';
import { leadSource } from '#src/api/records/leads.ts';
import { renderWithQueries } from '#src/testing/render.tsx';

import { ExportButton } from './export-button.tsx';

const prepared: RecordsExport = {
  id: 'export-1',
  list: 'leads',
  createdBy: 'Morgan Example',
  createdAt: '2026-11-20T16:10:00.000Z',
  isFiltered: true,
  total: 1234,
  sent: 0,
  endedAt: null,
};

afterEach(() => vi.unstubAllGlobals());

const search = parseQuery(leadSource.pageSchema, new URLSearchParams('status=New&q=zelda&page=3'));

function renderButton(total?: number): void {
  const query = leadSource.query(search);
  renderWithQueries(
    <ExportButton source={leadSource} search={search} query={query} filters="status=New&q=zelda" />,
    total === undefined ? [] : [[query.queryKey, { rows: [], total }]],
  );
}

type Respond = (method: string, body: unknown) => Response | Promise<Response>;

/** Answers each request as `respond` says. Returns the requests, and the keys of exports. */
function stubExports(respond: Respond) {
  const requests: string[] = [];
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers }: RequestInit) => {
    requests.push(`${method} ${url}`);
    if (method === 'POST') keys.push(new Headers(headers).get('idempotency-key'));
    return respond(method, typeof body === 'string' ? JSON.parse(body) : undefined);
  });
  return { requests, keys };
}

/** Opens the dialog with a service that answers each request as `respond` says. */
async function open(respond: Respond) {
  const stubbed = stubExports(respond);
  renderButton();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  return { user, ...stubbed };
}

test('a list without rows has nothing to export, and says so', async () => {
  renderButton(0);
  const button = screen.getByRole('button', { name: 'Export' });
  expect(button).toHaveAccessibleDescription('There are no leads to export.');
  await userEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('says how many rows the file has, downloads it and says when it is whole', async () => {
  let asked: unknown;
  const downloads: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    downloads.push(this.pathname);
  });
  let started: ((response: Response) => void) | undefined;
  const ended = { ...prepared, sent: 1240, endedAt: '2026-11-20T16:11:00.000Z' };
  const { user, requests } = await open((method, body) => {
    if (method === 'POST') asked = body;
    if (method === 'POST') return Response.json(prepared);
    return new Promise((resolve) => {
      started = resolve;
    });
  });
  const button = await screen.findByRole('button', { name: 'Download 1,234 leads' });
  expect(
    screen.getByText(/The newest is first, whatever the order of the list/),
  ).toBeInTheDocument();
  await user.click(button);
  // How many rows are sent is not known yet.
  const progress = screen.getByRole('progressbar', { name: 'Starting the download…' });
  expect(progress).not.toHaveAttribute('value');
  expect(screen.queryByText(/rows$/)).toBeNull();
  await waitFor(() => expect(started).toBeDefined());
  started?.(Response.json(ended));
  // The button is gone.
  expect(screen.getByRole('heading', { name: 'Export leads' })).toHaveFocus();
  expect(asked).toEqual({ list: 'leads', query: 'page=3&q=zelda&status=New' });
  expect(downloads).toEqual(['/portal/exports/export-1/file']);
  // What was searched for is in no address.
  expect(requests.join()).not.toContain('zelda');
  expect((await screen.findAllByText('Exported: 1,240 leads.')).length).toBeGreaterThan(0);
});

test('an empty list has nothing to download, and a failure can be tried again', async () => {
  let isDown = true;
  const { user, keys } = await open(() =>
    isDown
      ? Response.json({ error: 'The service is busy.', code: 'internal-error' }, { status: 500 })
      : Response.json({ ...prepared, total: 0 }),
  );
  expect(await screen.findByText('The service is busy.')).toBeInTheDocument();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/there is nothing to export/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
  // The first request may have arrived: it is one export.
  expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]));
});

test('a list that changes under the dialog is another export', async () => {
  function Lists() {
    const [q, setQ] = useState('zelda');
    const others = parseQuery(leadSource.pageSchema, new URLSearchParams({ q }));
    return (
      <>
        <button type="button" onClick={() => setQ('kim')}>
          Other list
        </button>
        <ExportButton
          source={leadSource}
          search={others}
          query={leadSource.query(others)}
          filters={`q=${q}`}
        />
      </>
    );
  }
  const { requests, keys } = stubExports(() => Response.json(prepared));
  renderWithQueries(<Lists />);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await screen.findByRole('button', { name: 'Download 1,234 leads' });
  fireEvent.click(screen.getByText('Other list'));
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(new Set(keys).size).toBe(2);
  expect(requests).toHaveLength(2);
});
