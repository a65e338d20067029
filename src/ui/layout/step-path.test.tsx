import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { StepPath } from './step-path.tsx';

function show(current: string, done: readonly string[] = []) {
  render(
    <StepPath
      label="Progress of the deal"
      steps={['Received', 'Approved', 'Settled']}
      current={current}
      done={done}
    />,
  );
}

/** Returns what a screen reader reads for each item of a list; `*` marks the current item. */
const heard = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(
      (item) => `${item.textContent}${item.getAttribute('aria-current') === 'step' ? ' *' : ''}`,
    );

test('the step it stands at is marked, and no other is said to be done or to come', () => {
  show('Approved');
  expect(heard('Progress of the deal')).toEqual(['Received', 'Approved *', 'Settled']);
  expect(screen.queryByText(/On Hold|Declined/)).toBeNull();
});

test('only steps that are known to be done are said to be', () => {
  show('Settled', ['Received']);
  expect(heard('Progress of the deal')).toEqual(['Received, done', 'Approved', 'Settled *']);
});

test('an outcome off the path is named alone, and where it stood before is not invented', () => {
  show('Declined');
  expect(heard('Progress of the deal')).toEqual(['Received', 'Approved', 'Settled']);
  expect(screen.queryByText(/On Hold/)).toBeNull();
  expect(screen.getByText('Declined. The earlier stage isn’t recorded.')).toBeInTheDocument();
});

test('an outcome says nothing of earlier stages where they are known', () => {
  show('Declined', ['Received']);
  expect(heard('Progress of the deal')[0]).toBe('Received, done');
  expect(screen.queryByText(/isn’t recorded/)).toBeNull();
});
