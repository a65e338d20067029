import { render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { recognise } from '#src/csv/recognise-file.ts';

import { ToldStep } from './told-step.tsx';
import type { UploadWork } from './upload-work.ts';

test('where a column that every lead needs is missing, found and expected ones stand side by side', async () => {
  const file = new File(['firstName,lastName,Company,Ph.\nAda,Lovelace,Engines,1\n'], 'june.csv');
  const recognition = await recognise(file);
  const work: Partial<UploadWork> = { leave: vi.fn() };
  render(
    <ToldStep
      work={work as UploadWork}
      stage={{ at: 'told', file, recognition, reading: recognition.reading }}
    />,
  );
  expect(screen.getByText('It has no column phone, which every lead needs.')).toBeVisible();
  const table = screen.getByRole('table', { name: 'Columns of the file and of the template' });
  const rowOf = (name: string) => within(table).getByRole('row', { name: new RegExp(name) });
  expect(rowOf('Ph\\.')).toHaveTextContent('Extra');
  expect(rowOf('Company')).toHaveTextContent('companyName');
  expect(rowOf('phone')).toHaveTextContent('Missing: every lead needs it');
  expect(screen.queryByRole('button', { name: /Match/ })).not.toBeInTheDocument();
});
