import { expect, test } from 'vitest';

import { roles } from '#contract/endpoint.ts';
import { dealColumns } from '#src/features/deals/deal-type.tsx';
import { leadColumns } from '#src/features/leads/lead-type.tsx';
import { shownColumns } from '#src/features/records/table/shown-columns.ts';

/** The width of the borders and of the column of checkboxes, in pixels. */
const checkboxesWidth = 34;

const columnsOf = { leads: leadColumns, deals: dealColumns };
const sort = { by: 'createdAt', descending: true } as const;
const order = (by: string) => (by === sort.by ? { order: 'descending' as const } : {});

const cases = (['leads', 'deals'] as const).flatMap((list) =>
  roles.flatMap((role) =>
    // The table in a window of 1280, 1440 and 1920 px; amounts without currency, and in NZD.
    [985, 1145, 1600].flatMap((width) =>
      [137, 164].map((amounts) => ({ list, role, width, amounts })),
    ),
  ),
);

test.each(cases)(
  '$list, $role: no column is wider than the name in a table of $width px, with amounts of $amounts px',
  ({ list, role, width, amounts }) => {
    const columns = columnsOf[list]({ order, sort, role, amountsWidth: `${amounts}px` });
    const [first, ...others] = shownColumns<never>(columns).filter(
      ({ minTableWidth = 0 }) => minTableWidth <= width,
    );
    expect(first?.width).toBeUndefined();
    const fixed = others.flatMap((column) =>
      column.width === undefined ? [] : Number.parseInt(column.width, 10),
    );
    const shared = width - checkboxesWidth - fixed.reduce((sum, each) => sum + each, 0);
    const share = shared / (1 + others.length - fixed.length);
    expect(share).toBeGreaterThanOrEqual(Math.max(...fixed));
  },
);
