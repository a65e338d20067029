import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { Pager } from './pager.tsx';

const sizes = { pageSize: 20, maxPageSize: 100, onPageSize: () => {} };

test.each([
  [{ page: 1, shown: 20, total: 240 }, '1–20 of 240', { previous: false, next: true }],
  [{ page: 12, shown: 20, total: 240 }, '221–240 of 240', { previous: true, next: false }],
  [
    { page: 2, shown: 20, total: 'many' as const },
    '21–40 of more than 10,000',
    { previous: true, next: true },
  ],
  [{ page: 1, shown: 20 }, '1–20', { previous: false, next: true }],
  [{ page: 3, shown: 7 }, '41–47', { previous: true, next: false }],
  [
    { page: 99, shown: 0, total: 240 },
    'No rows on page 99, 240 in all',
    { previous: true, next: false },
  ],
])('%o reads "%s"', async (list, range, pages) => {
  const onPage = vi.fn();
  render(<Pager {...sizes} hasNext={pages.next} onPage={onPage} {...list} />);
  expect(screen.getByRole('status')).toHaveTextContent(range);

  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  const expected = [
    ...(pages.previous ? [[list.page - 1]] : []),
    ...(pages.next ? [[list.page + 1]] : []),
  ];
  expect(onPage.mock.calls).toEqual(expected);
});

test('the page size can be chosen', async () => {
  const onPageSize = vi.fn();
  render(<Pager {...sizes} hasNext page={1} shown={20} onPage={vi.fn()} onPageSize={onPageSize} />);
  await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '50');
  expect(onPageSize).toHaveBeenCalledWith(50);
});
