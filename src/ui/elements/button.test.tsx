import { act, render, screen, fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, useLocation } from 'react-router';
import { expect, test, vi, afterEach } from 'vitest';

import { announce, Announcer } from './announcer.tsx';
import { Button, Link } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

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

afterEach(() => history.replaceState(null, '', '/'));

function Place() {
  const { pathname, search, state } = useLocation() as {
    pathname: string;
    search: string;
    state: unknown;
  };
  return <output>{`${pathname}${search} ${JSON.stringify(state)}`}</output>;
}

function renderLink(link: React.ReactNode) {
  render(
    <BrowserRouter>
      <Place />
      {link}
    </BrowserRouter>,
  );
  return screen.getByRole('link');
}

test('a link opens its page with its state; pressed there again, it adds nothing to the history', async () => {
  const link = renderLink(
    <Link to="/leads?q=a" state={{ list: '/deals' }}>
      Leads
    </Link>,
  );
  const before = history.length;
  await userEvent.click(link);
  expect(screen.getByRole('status')).toHaveTextContent('/leads?q=a {"list":"/deals"}');
  await userEvent.click(link);
  expect(history.length).toBe(before + 1);
});

test.each([
  ['with a held key', { ctrlKey: true }, {}],
  ['into another tab', {}, { target: '_blank' }],
  ['of a file', {}, { download: true }],
])('a press on a link %s is left to the browser', (_, keys, props) => {
  const link = renderLink(
    <Link to="/leads" {...props}>
      Leads
    </Link>,
  );
  let isPrevented: boolean | undefined;
  const seen = (event: Event) => {
    isPrevented = event.defaultPrevented;
    event.preventDefault(); // What a browser would do now, jsdom cannot.
  };
  addEventListener('click', seen, { once: true });
  fireEvent.click(link, keys);
  expect(isPrevented).toBe(false);
  expect(screen.getByRole('status')).toHaveTextContent('/ null');
});
