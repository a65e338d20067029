import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import type { LenderRequest } from '#contract/portal/requests.ts';
import type { UploadLink } from '#contract/portal/upload-links.ts';
import { fakeSession, question, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { RequestsSection } from './requests-section.tsx';

const link: UploadLink = {
  createdAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  until: '2999-12-07T12:00:00.000Z',
  received: 0,
};
const url = 'https://portal.test/send-files/token';
const document: LenderRequest = {
  ...question,
  id: 'r1',
  asked: { kind: 'document', documentType: 'Bank Statements' },
  text: 'January.',
  leadId: 'l1',
};

let stored: UploadLink | null;
let asked: LenderRequest;
let calls: string[];
/** What the service says to every change, if it rejects it. */
let rejection: Response | undefined;

beforeEach(() => {
  stored = null;
  asked = document;
  calls = [];
  rejection = undefined;
  stubFetch((path, { method = 'GET', body = '' }) => {
    if (method === 'GET') return path.endsWith('/upload-link') ? { link: stored } : [asked];
    calls.push(`${method} ${path} ${typeof body === 'string' ? body : ''}`.trim());
    if (rejection) return rejection;
    if (method === 'PUT') {
      const files = asked.files.map((file) => ({ ...file, isUnsent: false }));
      asked = { ...asked, state: 'sent', files };
      return asked;
    }
    stored = method === 'POST' ? link : null;
    return method === 'POST' ? { url, link } : new Response(null);
  });
});

/** Shows the request on the page of its lead. */
function show() {
  renderPage(
    <RequestsSection
      record={{ type: 'lead', id: 'l1' }}
      otherwise={null}
      Files={() => null}
      Fields={() => null}
    />,
    fakeSession('broker'),
  );
  return userEvent.setup();
}
const press = async (user: ReturnType<typeof show>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));

test('a link is made, shown once, and can be copied, emailed or sent as a text, with nothing of the client', async () => {
  const user = show();
  await press(user, 'Link for the client: Bank Statements');
  expect(await screen.findByText(/without an account/)).toBeVisible();
  await press(user, 'Make a link');
  const field = await screen.findByRole('textbox', { name: 'Link for the client' });
  expect(field).toHaveValue(url);
  expect(field).toHaveFocus();
  expect(calls).toEqual(['POST /portal/requests/r1/upload-link']);
  const body = encodeURIComponent(`Please send these documents here: ${url}`);
  expect(screen.getByRole('link', { name: 'Email' })).toHaveAttribute(
    'href',
    `mailto:?subject=${encodeURIComponent('Documents needed: Bank Statements')}&body=${body}`,
  );
  expect(screen.getByRole('link', { name: 'Text message' })).toHaveAttribute(
    'href',
    `sms:?&body=${body}`,
  );
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  await press(user, 'Copy link');
  expect(await navigator.clipboard.readText()).toBe(url);

  await press(user, 'Close');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Attach/ })).toHaveFocus());
  await press(user, /^Link for the client/);
  expect(await screen.findByText(/Nothing received yet/)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('where the browser can share, it offers its own ways', async () => {
  const share = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  const user = show();
  await press(user, /^Link for the client/);
  await press(user, 'Make a link');
  await press(user, 'Share');
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ url }));
});

test('a link that was made before says what came by it, and can be withdrawn', async () => {
  stored = { ...link, received: 2 };
  const user = show();
  await press(user, /^Link for the client/);
  expect(await screen.findByText(/2 files received/)).toBeVisible();
  rejection = Response.json({ error: 'The service is busy.' }, { status: 503 });
  await press(user, 'Withdraw the link');
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy.');
  rejection = undefined;
  await press(user, 'Withdraw the link');
  await waitFor(() => expect(screen.queryByText(/2 files received/)).toBeNull());
  expect(calls.at(-1)).toBe('DELETE /portal/requests/r1/upload-link');
});

test('what the client has sent goes to the lender by one press', async () => {
  const files = ['january.pdf', 'february.pdf'].map((fileName) => ({
    id: fileName,
    fileName,
    isUnsent: true,
  }));
  asked = { ...document, files };
  const user = show();
  expect(await screen.findByText(/from the client, not sent yet/)).toBeVisible();
  await press(user, 'Send 2 files of the client to the lender: Bank Statements');
  const sent = JSON.stringify({ answer: '', attachmentIds: ['january.pdf', 'february.pdf'] });
  await waitFor(() => expect(calls).toEqual([`PUT /portal/requests/r1/answer ${sent}`]));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Send 2/ })).toBeNull());
});
