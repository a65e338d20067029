import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import type { IssueGroup } from '#src/bulk-upload/rows/sheet.ts';

import { IssueItem } from './issue-item.tsx';

const phone = { row: 27, before: '0412 345 678' };
const fix: NonNullable<IssueGroup['fix']> = {
  others: [{ value: 'FR', label: 'France (+33)' }],
  question: 'Which country are these numbers of?',
  options: [
    {
      value: 'AU',
      label: 'Australia',
      cells: 6,
      examples: [{ ...phone, after: '+61412345678' }],
    },
    {
      value: 'NZ',
      label: 'New Zealand',
      cells: 5,
      examples: [{ ...phone, after: '+64412345678' }],
    },
  ],
  chosen: null,
  cells: 6,
};
const issue: IssueGroup = {
  key: 'phone-without-plus',
  column: 'phone',
  title: 'Phone without + and country code',
  advice: 'Start with + and the country code.',
  cells: 7,
  firstRow: 27,
  fix,
};

function show(shown: IssueGroup) {
  const handlers = { onFix: vi.fn(), onUndo: vi.fn(), onShow: vi.fn() };
  render(<IssueItem issue={shown} isBusy={false} {...handlers} />);
  return handlers;
}

test('what asks something is fixed once it is answered', async () => {
  const { onFix } = show(issue);
  expect(screen.getByText('0412 345 678')).toBeInTheDocument();
  expect(screen.queryByText(/^\+6/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Fix all 6/ }));
  expect(onFix).not.toHaveBeenCalled();

  await userEvent.selectOptions(screen.getByLabelText(/Which country/), 'AU');
  expect(screen.getByText('+61412345678')).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText(/Which country/), 'NZ');
  expect(screen.getByText('+64412345678')).toBeInTheDocument();
  expect(screen.getByText(/^5 of them can be fixed/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Fix all 5/ }));
  expect(onFix).toHaveBeenCalledWith('NZ');
});

test('what is fixed can be taken back', async () => {
  const { onUndo } = show({ ...issue, cells: 0, fix: { ...fix, chosen: 'AU' } });
  expect(screen.getByRole('heading')).toHaveTextContent('6 cells in phone, fixed');
  expect(screen.queryByRole('button', { name: /^Show rows/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(onUndo).toHaveBeenCalledOnce();
});

test('what nobody can fix leads to its rows', async () => {
  const { onShow } = show({ ...issue, fix: null });
  expect(screen.queryByRole('button', { name: /^Fix/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Show rows/ }));
  expect(onShow).toHaveBeenCalledOnce();
});
