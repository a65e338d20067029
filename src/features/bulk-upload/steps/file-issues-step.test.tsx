import { render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { recognise } from '#src/bulk-upload/reader/recognise-file.ts';

import { FileIssuesStep } from './file-issues-step.tsx';

async function show(text: string): Promise<void> {
  const file = new File([text], 'june.csv');
  const recognition = await recognise(file);
  const work = { readAs: vi.fn(), leave: vi.fn() };
  render(
    <FileIssuesStep
      work={work}
      stage={{ at: 'file-issues', file, recognition, parseOptions: recognition.parseOptions }}
    />,
  );
}

test('where a column that every lead needs is missing, found and expected ones stand side by side', async () => {
  await show('firstName,lastName,Company,Ph.\nAda,Lovelace,Engines,1\n');
  expect(screen.getByText('It has no column phone, which every lead needs.')).toBeVisible();
  const table = screen.getByRole('table', { name: 'Columns of the file and of the template' });
  const rowOf = (name: string) => within(table).getByRole('row', { name: new RegExp(name) });
  expect(rowOf('Ph\\.')).toHaveTextContent('Not in the template');
  expect(rowOf('Company')).toHaveTextContent('companyName');
  expect(rowOf('phone')).toHaveTextContent('Missing: required');
  expect(screen.queryByRole('button', { name: /Match/ })).not.toBeInTheDocument();
});

test('the cells of a file without a header are not shown as columns', async () => {
  await show('Ada,Lovelace,Engines,+61491570156\n');
  expect(
    screen.getByText('Its first line does not name any column of the template.'),
  ).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});
