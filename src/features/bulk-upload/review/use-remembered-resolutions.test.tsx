import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { rememberedChoicesQuery } from '#src/api/bulk-uploads/bulk-uploads.ts';
import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import { emptySummary } from '#src/testing/fake-upload.ts';

import { useRememberedResolutions } from './use-remembered-resolutions.ts';

type Fix = NonNullable<IssueGroup['fix']>;

const option = (value: string) => ({ value, label: value, cells: 2, examples: [] });

function issueWith(fix: Partial<Fix>): IssueGroup {
  return {
    key: 'phone:no-plus',
    column: 'phone',
    title: 'Phone without + and country code',
    advice: 'Start with + and the country code.',
    cells: 2,
    fix: {
      question: 'Which country are they from?',
      options: [option('AU'), option('NZ')],
      others: [{ value: 'FR', label: 'France (+33)' }],
      chosen: null,
      cells: 2,
      ...fix,
    },
  };
}

/** Returns what is proposed for an issue where this answer is remembered. */
function proposedWith(answer: string, fix: Partial<Fix>) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const resolutions = [{ issue: 'phone:no-plus', option: answer }];
  queryClient.setQueryData(rememberedChoicesQuery.queryKey, { columns: [], resolutions });
  const tryResolution = vi.fn();
  const summary = { ...emptySummary, issues: [issueWith(fix)] };
  const stage = { at: 'checked', summary } as unknown as StageAt<'checked'>;
  const { result } = renderHook(() => useRememberedResolutions(stage, { tryResolution }), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  const [issue] = result.current.summary.issues;
  return { proposed: issue?.fix?.proposed, chosen: issue?.fix?.chosen, tryResolution };
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
  expect(tryResolution).toHaveBeenCalledExactlyOnceWith({ issue: 'phone:no-plus', option: 'FR' });
  expect(proposed).toBeUndefined();
  expect(chosen).toBeNull();
});

test('what is certain is not asked because of an earlier answer', () => {
  expect(proposedWith('AU', { question: null }).proposed).toBeUndefined();
});
