import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import { boxOfRow, boxOfRows, findRowLink, linkOfRow, rowBoxes, rowLinks } from './row-parts.ts';
import { clearedRows } from './row-selection.tsx';
import { Table } from './table.tsx';

const names = ['Ada', 'Ben'];

function open(): void {
  render(
    <MemoryRouter>
      <Table
        label="Leads"
        columns={[
          { header: 'Client', cell: (name: string) => name },
          { header: 'Phone', cell: () => <a href="tel:1">1</a> },
        ]}
        rows={names}
        getRowPath={(name) => `/leads/${name}`}
        selection={{
          selected: { of: 'leads', ...clearedRows },
          idsOf: (name) => [name],
          nameOf: (name) => name,
        }}
      />
    </MemoryRouter>,
  );
}

const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
const link = (name: string) => screen.getByRole('link', { name });
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });

test('the links and checkboxes of a table are found, and no others', () => {
  open();
  expect([...document.querySelectorAll(rowLinks)]).toEqual(names.map(link));
  expect([...document.querySelectorAll(rowBoxes)]).toEqual(names.map(box));
  expect([...document.querySelectorAll(boxOfRows)]).toEqual([box('this page')]);
});

test('the link and the checkbox of a row are found from the row, and its link by its address', () => {
  open();
  expect(row('Ben').querySelector(linkOfRow)).toBe(link('Ben'));
  expect(row('Ben').querySelector(boxOfRow)).toBe(box('Ben'));
  expect(findRowLink('/leads/Ben')).toBe(link('Ben'));
  expect(findRowLink('/leads/Cleo')).toBeNull();
});
