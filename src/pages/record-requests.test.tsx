import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { fakeSession, question, renderPage } from '#src/testing/render-page.tsx';

import { RecordRequests } from './record-requests.tsx';

/** Shows what a lead waits for in a status. */
function show(
  status: string,
  { role = 'broker', hasLead = true, ...more }: Partial<Shown> = {},
): void {
  const history = {
    entries: [
      {
        id: 'e1',
        kind: 'changed',
        at: '2026-03-01T10:00:00.000Z',
        who: { source: 'portal', id: 'a1', name: 'Mia Moss' },
        changes: [{ field: 'notes', to: more.written }],
        file: null,
        upload: null,
      },
    ],
    next: null,
  };
  const answer = (address: string) => {
    if (address.includes('/outcome')) return { day: null };
    if (address.includes('/history')) return history;
    if (address.includes('/follow-up')) return { day: null, handedBackAt: null };
    return address.includes('/questions') ? [] : (more.requests ?? []);
  };
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string) => Response.json(answer(address))),
  );
  const since = { statusSinceDate: '', subStatusSinceDate: '' };
  const type = status === 'Wrong details' ? 'lead' : 'deal';
  const leadId = hasLead ? 'l1' : undefined;
  const statuses = { status: 'New', subStatus: status, ...since };
  renderPage(
    <RecordRequests
      record={{ type, id: 'r1' }}
      {...{ statuses, leadId }}
      client={more.client}
      {...(more.notes !== undefined && { notes: more.notes })}
    />,
    fakeSession(role, more.capabilities),
  );
}
interface Shown {
  role: Parameters<typeof fakeSession>[0];
  hasLead: boolean;
  capabilities: Parameters<typeof fakeSession>[1];
  requests: object[];
  client: { phone: string; email: string };
  notes: string;
  /** The notes that were written through the portal. */
  written: string;
}
const buttons = async (name = 'What to do') => {
  await screen.findByRole('region', { name });
  return screen.queryAllByRole('button').map((button) => button.textContent);
};

test('where nothing is asked for, a status says what it means and offers the actions that fit', async () => {
  show('Wrong details');
  expect(await buttons()).toEqual(['Ask the lender', 'Correct details', 'Add a note']);
  expect(
    screen.getByText('Correct the client’s details: the lender can’t reach them'),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add a note' }));
  // No other action can discard the typed text now.
  for (const button of screen.getAllByRole('button', { name: /^(Correct|Add)/ }))
    expect(button).toHaveAttribute('aria-disabled', 'true');
});

test('a client who can be reached is called or written to, even if the details are to correct', async () => {
  show('Pending info', { client: { phone: '+61491570156', email: 'mia@client.test' } });
  expect(await buttons()).toEqual([
    'Ask the lender',
    'Attach files',
    'Call +61 491 570 156',
    'Add a note',
  ]);
  expect(screen.getByRole('link', { name: 'Email' })).toHaveAttribute(
    'href',
    'mailto:mia@client.test',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Call +61 491 570 156' }));
  screen.getByRole('button', { name: 'Copy phone number' });
  await userEvent.click(screen.getByRole('button', { name: 'Add a note' }));
  expect(screen.queryByRole('button', { name: 'Copy phone number' })).toBeNull();
});

test('after a call or an email, one press says what became of it', async () => {
  show('Pending info', { client: { phone: '+61491570156', email: 'mia@client.test' } });
  await buttons();
  await userEvent.click(screen.getByRole('link', { name: 'Email' }));
  await userEvent.click(screen.getByRole('button', { name: 'Another day' }));
  const day = screen.getByLabelText('No answer, try again on');
  expect(day).toHaveFocus();
  await userEvent.type(day, '2999-01-04');
  await userEvent.click(screen.getByRole('button', { name: 'Try again then' }));
  await waitFor(() => expect(screen.queryByText('How did it go?')).toBeNull());
  const body = { outcome: 'no-answer', note: '', followUp: '2999-01-04' };
  expect(fetch).toHaveBeenCalledWith(
    '/portal/deals/r1/outcome',
    expect.objectContaining({ body: JSON.stringify(body) }),
  );
  expect(screen.getByRole('button', { name: 'Attach files' })).toHaveFocus();
});

test('a file is attached with the type that the person confirms', async () => {
  show('Pending info', { capabilities: { requests: false } });
  expect(await buttons()).toEqual(['Attach files', 'Add a note']);
  const file = new File(['%PDF-1.7 june'], 'scan.pdf', { type: 'application/pdf' });
  await userEvent.click(screen.getByRole('button', { name: 'Attach files' }));
  await userEvent.upload(screen.getByLabelText('Files for the lender'), file);
  expect(await screen.findByRole('button', { name: 'Upload 1 file' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Remove scan.pdf' }));
  expect(screen.getByRole('button', { name: 'Attach files' })).toHaveFocus();
});

test('support reads what it means, without actions', async () => {
  show('Pending info', { role: 'support' });
  expect(await buttons('What the partner is asked for')).toEqual([]);
});

test('in front of an existing service, a deal says where its files and notes go', async () => {
  const capabilities = { requests: false, dealLead: false };
  show('Pending info', { hasLead: false, capabilities });
  expect(await buttons()).toEqual([]);
  expect(screen.getByText('Files and notes go to the lead of this deal.')).toBeVisible();
});

test('a deal without a lead offers to ask the lender where its files go', async () => {
  show('Pending info', { hasLead: false });
  expect(await buttons()).toEqual(['Ask the lender', expect.stringContaining('Copy deal ID')]);
  expect(screen.getByText(/Ask the lender where to send them/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Ask the lender' }));
  expect(screen.getByLabelText('Your question')).toHaveFocus();
});

test('in front of an existing service, the last note is shown unless the partner wrote it', async () => {
  const inFront = { requests: false, history: false, portalHistory: true };
  const open = (written: string) =>
    show('Wrong details', {
      capabilities: inFront,
      notes: 'Called twice.\nAsk for a mobile.',
      written,
    });
  open('Called twice.');
  expect(await screen.findByText('Last note: “Ask for a mobile.”')).toBeVisible();
  cleanup();
  open('Called twice.\nAsk for a mobile.');
  await screen.findByRole('region', { name: 'What to do' });
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(screen.queryByText(/^Last note/)).toBeNull();
});

test('while the lender asks for something, only that is shown', async () => {
  show('Pending info', { requests: [question] });
  expect(await screen.findByText(question.text)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'What to do' })).toBeNull();
});
