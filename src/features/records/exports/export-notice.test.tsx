import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import type { RecordsExport } from '#contract/portal/exports.ts';
import { renderWithQueries } from '#src/testing/render.tsx';

import { ExportNotice, type StartedExport } from './export-notice.tsx';

const prepared: RecordsExport = {
  id: 'export-1',
  list: 'leads',
  createdAt: '2026-11-20T16:10:00.000Z',
  isFiltered: true,
  total: 1234,
  sent: 0,
  endedAt: null,
};

type Respond = (method: string, body: unknown) => Response | Promise<Response>;

/** Exports with a service that answers each request as `respond` says. */
function open(respond: Respond, what: StartedExport['what'] = { query: 'status=New&q=zelda' }) {
  const requests: string[] = [];
  const keys: (string | null)[] = [];
  const downloads: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    downloads.push(this.pathname);
  });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers }: RequestInit) => {
    requests.push(`${method} ${url}`);
    if (method === 'POST') keys.push(new Headers(headers).get('idempotency-key'));
    return respond(method, typeof body === 'string' ? JSON.parse(body) : undefined);
  });
  const onClose = vi.fn<() => void>();
  renderWithQueries(
    <>
      <h1 tabIndex={-1}>Leads</h1>
      <ExportNotice list="leads" started={{ what, key: 'key-1' }} onClose={onClose} />
    </>,
  );
  return { requests, keys, downloads, onClose };
}

test('downloads at once, shows how far it is, and says what was saved', async () => {
  let requested: unknown;
  let finish: ((response: Response) => void) | undefined;
  const { requests, downloads, onClose } = open((method, body) => {
    if (method === 'POST') requested = body;
    if (method === 'POST') return Response.json(prepared);
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  // How many rows are sent is not known yet.
  expect(await screen.findByRole('progressbar', { name: 'Downloading' })).not.toHaveAttribute(
    'value',
  );
  await waitFor(() => expect(finish).toBeDefined());
  finish?.(Response.json({ ...prepared, sent: 1240, endedAt: '2026-11-20T16:11:00.000Z' }));
  expect(await screen.findByText('Saved leads 2026-11-20.csv, 1,240 rows')).toBeVisible();
  expect(screen.getByText('All 1,240 leads in this list, as CSV.')).toBeVisible();
  expect(requested).toEqual({ list: 'leads', query: 'status=New&q=zelda' });
  expect(downloads).toEqual(['/portal/exports/export-1/file']);
  // The search text is in no address.
  expect(requests.join()).not.toContain('zelda');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.getByRole('heading', { name: 'Leads' })).toHaveFocus();
});

test('of what was selected it says so, and one row is one', async () => {
  const ended = { ...prepared, total: 1, sent: 1, endedAt: '2026-11-20T16:11:00.000Z' };
  open(() => Response.json(ended), { selection: { ids: ['l1'] } });
  expect(await screen.findByText('Saved leads 2026-11-20.csv, 1 row')).toBeVisible();
  expect(screen.getByText('The 1 lead that you selected, as CSV.')).toBeVisible();
});

test('an empty list has nothing to download, and a failure can be tried again', async () => {
  let isDown = true;
  const { keys, downloads } = open(() =>
    isDown
      ? Response.json({ error: 'The service is busy.', code: 'internal-error' }, { status: 500 })
      : Response.json({ ...prepared, total: 0 }),
  );
  expect(await screen.findByText('The service is busy.')).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There is nothing to export.')).toBeInTheDocument();
  expect(downloads).toEqual([]);
  // The first request may have arrived: it is one export.
  expect(new Set(keys)).toEqual(new Set(['key-1']));
});
