import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, useLocation } from 'react-router';
import { afterEach, expect, test } from 'vitest';

import { Link } from './link.tsx';

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
