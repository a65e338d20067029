import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { LeadValue } from './lead-value.tsx';

test.each([
  ['abn', '51824753556', '51 824 753 556', '51824753556'],
  ['abn', '51-824-753-556', '51 824 753 556', '51824753556'],
  ['acn', '004085616', '004 085 616', '004085616'],
  ['nzbn', '9429041523893', '9429041523893', '9429041523893'],
  ['abn', 'n/a', 'n/a', 'n/a'],
])('shows %s %s as %s and copies it as %s', async (name, value, shown, copied) => {
  const user = userEvent.setup();
  const { container } = render(<LeadValue name={name} label="Number" value={value} canCopy />);
  expect(container).toHaveTextContent(shown);
  await user.click(screen.getByRole('button', { name: 'Copy Number' }));
  expect(await navigator.clipboard.readText()).toBe(copied);
});

test('has no button where a value is shown among others', () => {
  const { container } = render(<LeadValue name="abn" label="ABN" value="51824753556" />);
  expect(container).toHaveTextContent('51 824 753 556');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a link for the client can be copied where it is one, as on the page of a submitted lead', async () => {
  const user = userEvent.setup();
  const address = 'https://bank.lender.test/l1';
  const { rerender, container } = render(
    <LeadValue name="bankStatementsUpdateLink" label="Link" value={address} />,
  );
  expect(
    screen.getByRole('link', { name: 'Open link: Bank statement link for the client' }),
  ).toHaveAttribute('href', address);
  const copy = { name: 'Copy Bank statement link for the client' };
  await user.click(screen.getByRole('button', copy));
  expect(await navigator.clipboard.readText()).toBe(address);
  // The lead's own page, which a service without a template returns.
  const own = `${location.origin}/leads/l1`;
  rerender(<LeadValue name="bankStatementsUpdateLink" label="Link" value={own} />);
  expect(container).toHaveTextContent(/^—$/);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
