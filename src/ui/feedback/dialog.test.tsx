import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { Button } from '#src/ui/elements/button.tsx';

import { Dialog } from './dialog.tsx';

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Replace API key</Button>
      {isOpen && (
        <Dialog title="Replace API key" onClose={() => setOpen(false)}>
          The present key stops working.
        </Dialog>
      )}
    </>
  );
}

test('closes, and the focus returns to what opened it', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Replace API key' }));
  expect(screen.getByRole('dialog', { name: 'Replace API key' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Replace API key' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Replace API key' })).toHaveFocus();
});

function Selection() {
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  return (
    <>
      <h1 tabIndex={-1}>Leads</h1>
      {!isDone && <Button onClick={() => setOpen(true)}>Reassign…</Button>}
      {isOpen && (
        <Dialog title="Reassign leads" onClose={() => setOpen(false)}>
          <Button onClick={() => setDone(true)}>Reassign 2 leads</Button>
        </Dialog>
      )}
    </>
  );
}

test('where what opened it is gone, the focus goes to the heading of the page', async () => {
  render(<Selection />);
  await userEvent.click(screen.getByRole('button', { name: 'Reassign…' }));
  await userEvent.click(screen.getByRole('button', { name: 'Reassign 2 leads' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('heading', { name: 'Leads' })).toHaveFocus();
});

test('Escape asks its owner, who may keep it open', () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Leave?" onClose={onClose}>
      Two files are not sent yet.
    </Dialog>,
  );
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.getByRole('dialog')).toBeVisible();
});

test('one that must be answered has no way around', () => {
  render(<Dialog title="Sign in again">Your sign-in has expired.</Dialog>);
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  expect(fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))).toBe(
    false,
  );
});
