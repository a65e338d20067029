import { expect, test } from 'vitest';

import { roles } from '#contract/endpoint.ts';
import { shownColumns } from '#src/ui/table/shown-columns.ts';

import { dealColumns } from './deal-columns.tsx';

/** The width of the borders and of the column of checkboxes, in pixels. */
const besideColumns = 34;

const cases = roles.flatMap((role) =>
  // The table in a window of 1280, 1440 and 1920 px; amounts without currency, and in NZD.
  [985, 1145, 1600].flatMap((width) => [131, 164].map((amounts) => ({ role, width, amounts }))),
);

test.each(cases)(
  '$role: no column is wider than the name in a table of $width px, with amounts of $amounts px',
  ({ role, width, amounts }) => {
    const sort = { by: 'createdAt', descending: true } as const;
    const [first, ...others] = shownColumns(
      dealColumns((by) => (by === sort.by ? { order: 'descending' } : {}), {
        sort,
        role,
        amountsWidth: `${amounts}px`,
      }),
    ).filter(({ minTableWidth = 0 }) => minTableWidth <= width);
    expect(first?.width).toBeUndefined();
    const fixed = others.flatMap((column) =>
      column.width === undefined ? [] : Number.parseInt(column.width, 10),
    );
    const shared = width - besideColumns - fixed.reduce((sum, each) => sum + each, 0);
    const share = shared / (1 + others.length - fixed.length);
    expect(share).toBeGreaterThanOrEqual(Math.max(...fixed));
  },
);
