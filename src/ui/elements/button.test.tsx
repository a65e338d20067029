import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { announce, Announcer } from './announcer.tsx';
import { Button } from './button.tsx';

test('a pending button keeps its name and the focus, and submits nothing more', async () => {
  const onSubmit = vi.fn();
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" pending pendingText="Submitting">
        Submit lead
      </Button>
      <Announcer />
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Submit lead' });
  await userEvent.click(button);
  expect(onSubmit).not.toHaveBeenCalled();
  expect(button).toHaveFocus();
  expect(screen.getByText('Submitting')).toBeInTheDocument();
});

test('what was pending is no longer said when it has ended, unless something else is', async () => {
  const show = (pending: boolean) => (
    <>
      <Button pending={pending} pendingText="Submitting">
        Submit lead
      </Button>
      <Announcer />
    </>
  );
  const { rerender } = render(show(true));
  expect(screen.getByText('Submitting')).toBeInTheDocument();
  rerender(show(false));
  expect(screen.queryByText('Submitting')).not.toBeInTheDocument();
  rerender(show(true));
  act(() => announce('Submitted'));
  rerender(show(false));
  expect(screen.getByText('Submitted')).toBeInTheDocument();
});
