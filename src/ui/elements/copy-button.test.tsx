import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { Announcer } from './announcer.tsx';
import { CopyButton } from './copy-button.tsx';

test('copying is announced', async () => {
  const user = userEvent.setup();
  render(
    <>
      <CopyButton value={async () => 'key-1'} label="Copy API key" />
      <Announcer />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Copy API key' }));
  expect(await screen.findByText('Copied', { selector: '[data-announcer] *' })).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe('key-1');
});

test('a rejected copy says what to do', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  render(
    <>
      <CopyButton value="key-1" />
      <Announcer />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText(/select the text and copy it manually/)).toBeInTheDocument();
});
