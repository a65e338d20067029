import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { fakeSession } from '#src/testing/render-page.tsx';
import { renderWithQueries } from '#src/testing/render.tsx';

import { SignInForm } from './sign-in-form.tsx';

function show(onSignedIn = () => {}): void {
  renderWithQueries(<SignInForm onSignedIn={onSignedIn} />);
}

test('after too many failed attempts the wait counts down; then the button works with what was typed', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    bodies.push(init.body);
    return Response.json(
      { error: 'Too many failed attempts. Try again in 64 seconds.' },
      { status: 429, headers: { 'retry-after': '64' } },
    );
  });
  show();
  expect(screen.getByLabelText('Email')).toHaveFocus();
  const button = screen.getByRole('button', { name: 'Sign in' });
  const password = screen.getByLabelText('Password');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@harbour.test');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: false });
  await userEvent.type(password, 'correct horse{Enter}');
  expect(await screen.findByText('Try again in 1 minute 4 seconds.')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Too many failed attempts');
  expect(button).toHaveAttribute('aria-disabled', 'true');

  act(() => void vi.advanceTimersByTime(34_000));
  expect(screen.getByText('Try again in 30 seconds.')).toBeVisible();
  await userEvent.type(password, '{Enter}');
  await userEvent.click(button);
  expect(bodies).toHaveLength(1);

  act(() => void vi.advanceTimersByTime(30_000));
  expect(screen.getByRole('status')).toHaveTextContent('You can try again now.');
  expect(button).not.toHaveAttribute('aria-disabled');
  await userEvent.click(button);
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[1]).toBe('{"email":"ann@harbour.test","password":"correct horse"}');
});

test('changing the email ends the wait', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { error: 'Too many failed attempts. Try again in 9 seconds.' },
      { status: 429, headers: { 'retry-after': '9' } },
    ),
  );
  show();
  const button = screen.getByRole('button', { name: 'Sign in' });
  await userEvent.type(screen.getByLabelText('Email'), 'ann@harbour.test');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  await userEvent.type(screen.getByLabelText('Email'), '.au');
  expect(button).not.toHaveAttribute('aria-disabled');
});

test('email and password are sent as typed, without spaces around the email', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    bodies.push(init.body);
    return Response.json(fakeSession('broker'));
  });
  const onSignedIn = vi.fn<() => void>();
  show(onSignedIn);
  await userEvent.type(screen.getByLabelText('Email'), ' ann@harbour.test ');
  await userEvent.type(screen.getByLabelText('Password'), ' spaces count {Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(bodies).toEqual(['{"email":"ann@harbour.test","password":" spaces count "}']);
});
