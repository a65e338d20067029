import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { expect, test, vi } from 'vitest';

import { rememberedChoicesQuery } from '#src/api/bulk-uploads/bulk-uploads.ts';
import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import { emptySummary } from '#src/testing/fake-upload.ts';

import { IssueItem } from './issues-section.tsx';
import { type Resolutions } from './resolutions.ts';
import { useRememberedResolutions } from './use-remembered-resolutions.ts';

const phone = { row: 27, before: '0412 345 678' };
type Fix = NonNullable<IssueGroup['fix']>;
const fix: Fix = {
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

test('a cell that is left empty is shown as such', () => {
  const examples = [{ row: 3, before: 'NULL', after: '' }];
  const options = [{ value: 'empty', label: 'Leave them empty', cells: 6, examples }];
  show({ ...issue, fix: { ...fix, options, proposed: { value: 'empty' } } });
  expect(screen.getByText('NULL').parentElement).toHaveTextContent('Row 3 NULL → empty');
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

/** Returns the proposal for an issue whose answer is remembered. */
function proposedWith(answer: string, more: Partial<Fix>) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const resolutions = [{ issue: issue.key, option: answer }];
  queryClient.setQueryData(rememberedChoicesQuery.queryKey, { columns: [], resolutions });
  const tryResolution = vi.fn();
  const summary = { ...emptySummary, issues: [{ ...issue, fix: { ...fix, ...more } }] };
  const stage = { at: 'checked', summary } as unknown as StageAt<'checked'>;
  const { result } = renderHook(() => useRememberedResolutions(stage, { tryResolution }), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  const [found] = result.current.summary.issues;
  return { ...found?.fix, tryResolution };
}

test('the answer of an earlier file is proposed, and nothing is applied', () => {
  const { proposed, chosen, tryResolution } = proposedWith('NZ', {});
  expect(proposed).toEqual({ value: 'NZ' });
  expect(chosen).toBeNull();
  expect(tryResolution).not.toHaveBeenCalled();
});

test('a proposal of the file is kept', () => {
  const ofFile = { value: 'AU' };
  expect(proposedWith('NZ', { proposed: ofFile }).proposed).toEqual(ofFile);
});

test('an earlier answer counts more than the name of an option', () => {
  const byName = { value: 'AU', isByName: true };
  expect(proposedWith('NZ', { proposed: byName }).proposed).toEqual({ value: 'NZ' });
});

test('an answer that something in the file contradicts is not proposed', () => {
  expect(proposedWith('NZ', { possible: ['AU'] }).proposed).toBeUndefined();
  expect(proposedWith('NZ', { possible: [] }).proposed).toBeUndefined();
  expect(proposedWith('NZ', { possible: ['NZ'] }).proposed?.value).toBe('NZ');
});

test('an answer that no cell was tried with is tried, not applied', () => {
  const { proposed, chosen, tryResolution } = proposedWith('FR', {});
  expect(tryResolution).toHaveBeenCalledExactlyOnceWith({ issue: issue.key, option: 'FR' });
  expect(proposed).toBeUndefined();
  expect(chosen).toBeNull();
});

test('what is certain is not asked because of an earlier answer', () => {
  expect(proposedWith('AU', { question: null }).proposed).toBeUndefined();
});
