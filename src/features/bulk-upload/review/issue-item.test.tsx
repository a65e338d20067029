import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { expect, test, vi } from 'vitest';

import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';

import { IssueItem } from './issues-section.tsx';
import { type Resolutions } from './resolutions.ts';

const phone = { row: 27, before: '0412 345 678' };
const fix: NonNullable<IssueGroup['fix']> = {
  others: [{ value: 'FR', label: 'France (+33)' }],
  question: 'Which country are these numbers of?',
  options: [
    { value: 'AU', label: 'Australia', cells: 6, examples: [{ ...phone, after: '+61412345678' }] },
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
  fix,
};

/** An issue whose question can be answered. */
function Page({ shown, ...handlers }: { shown: IssueGroup } & Handlers) {
  const [resolutions, setResolutions] = useState<Resolutions>({});
  return (
    <IssueItem
      issue={shown}
      onAnswer={(answer) => setResolutions({ [shown.key]: answer })}
      isShown={false}
      isBusy={false}
      {...{ resolutions }}
      {...handlers}
    />
  );
}

type Handlers = Pick<
  ComponentProps<typeof IssueItem>,
  'onFix' | 'onUndo' | 'onShow' | 'onFill' | 'onLeaveOut'
>;

function show(shown: IssueGroup) {
  const handlers = {
    onFix: vi.fn(),
    onUndo: vi.fn(),
    onShow: vi.fn(),
    onFill: vi.fn(async () => 'This is not a phone number.'),
    onLeaveOut: vi.fn(),
  };
  render(<Page shown={shown} {...handlers} />);
  return handlers;
}

test('what asks something is fixed once it is answered', async () => {
  const { onFix } = show(issue);
  expect(screen.getAllByText('0412 345 678')).not.toHaveLength(0);
  expect(screen.queryByText(/^\+6/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Fix all 6/ }));
  expect(onFix).not.toHaveBeenCalled();

  await userEvent.click(screen.getByRole('radio', { name: 'Australia' }));
  expect(screen.getAllByText('+61412345678')).not.toHaveLength(0);
  await userEvent.click(screen.getByRole('radio', { name: 'New Zealand' }));
  expect(screen.getAllByText('+64412345678')).not.toHaveLength(0);
  expect(screen.getByText(/^5 of them can be fixed/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Fix all 5/ }));
  expect(onFix).toHaveBeenCalledWith('NZ');
});

test('a proposed answer is selected, and can be skipped', async () => {
  const { onFix } = show({ ...issue, fix: { ...fix, proposed: { value: 'AU' } } });
  const proposed = screen.getByRole('radio', { name: 'Australia (suggested)' });
  expect(proposed).toBeChecked();
  expect(screen.getByRole('button', { name: /^Fix all 6/ })).toBeEnabled();
  await userEvent.click(screen.getByRole('radio', { name: 'Leave as they are' }));
  await userEvent.click(screen.getByRole('button', { name: /^Fix all/ }));
  expect(onFix).not.toHaveBeenCalled();
});

test('what is fixed can be taken back', async () => {
  const { onUndo } = show({ ...issue, cells: 0, fix: { ...fix, chosen: 'AU' } });
  expect(screen.getByText('6 cells in Phone, fixed')).toBeInTheDocument();
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

test.each([null, 'AU'])('of submitted rows, nothing is fixed or undone (%s)', (chosen) => {
  const shown = { ...issue, isSubmitted: true, fix: { ...fix, chosen } };
  show(shown);
  expect(screen.queryByRole('button', { name: /^(Fix|Undo)/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Show rows/ })).toBeVisible();
});

test('what no fix reaches is left empty, gets one value, or its rows are left out', async () => {
  const shown = { ...issue, column: 'email', fix: null };
  const { onFill, onLeaveOut } = show(shown);
  await userEvent.click(screen.getByRole('button', { name: /^Leave empty/ }));
  expect(onFill).toHaveBeenLastCalledWith('');
  await userEvent.click(screen.getByRole('button', { name: /^One value for all/ }));
  await userEvent.keyboard('nobody{Enter}');
  expect(onFill).toHaveBeenLastCalledWith('nobody');
  expect(await screen.findByText('This is not a phone number.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Leave rows out/ }));
  expect(onLeaveOut).toHaveBeenLastCalledWith(true);
});

test('rows that are left out are included again, and a required column is not left empty', async () => {
  show({ ...issue, fix: null });
  expect(screen.queryByRole('button', { name: /^Leave empty/ })).not.toBeInTheDocument();
  const { onLeaveOut } = show({ ...issue, column: 'email', leftOut: 7 });
  expect(screen.getByText('These rows are left out.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Include rows/ }));
  expect(onLeaveOut).toHaveBeenLastCalledWith(false);
});
