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
