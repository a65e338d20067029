import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import { SignInForm } from './sign-in-form.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

function show(onSignedIn = () => {}): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInForm onSignedIn={onSignedIn} />
    </QueryClientProvider>,
  );
}

test('what is missing is said at its field, and the focus goes there', async () => {
  show();
  expect(screen.getByLabelText('Email')).toHaveFocus();
  await userEvent.type(screen.getByLabelText('Email'), 'ann@harbour.test{Enter}');
  expect(screen.getByText('Enter your password.')).toBeVisible();
  expect(screen.getByLabelText('Password')).toHaveFocus();
});

test('a refusal is told in the service’s words, and the password is ready to be typed again', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: 'This email and password do not match.' }, { status: 401 }),
  );
  show();
  await userEvent.type(screen.getByLabelText('Email'), 'ann@harbour.test');
  await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('do not match');
  expect(screen.getByLabelText('Password')).toHaveFocus();
});

test('signing in tells who it was asked for', async () => {
  const session = {
    account: { id: '1', email: 'ann@harbour.test', name: 'Ann', role: 'broker' },
    partner: null,
    contact: null,
    offers: {
      count: true,
      search: true,
      sort: true,
      etag: true,
      idempotency: true,
      attachmentList: true,
      dealLead: true,
      liveChanges: false,
      duplicateLeads: true,
      contacts: true,
      largestPageSize: 100,
    },
    needsApiKey: false,
  };
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    bodies.push(init.body);
    return Response.json(session);
  });
  const onSignedIn = vi.fn<() => void>();
  show(onSignedIn);
  await userEvent.type(screen.getByLabelText('Email'), ' ann@harbour.test ');
  await userEvent.type(screen.getByLabelText('Password'), ' spaces count {Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(bodies).toEqual(['{"email":"ann@harbour.test","password":" spaces count "}']);
});
