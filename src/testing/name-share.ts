import { expect, test } from 'vitest';

import { type Role, roles } from '#contract/endpoint.ts';
import { type NamedColumn, shownColumns } from '#src/features/records/table/shown-columns.ts';

/** The width of the borders and of the column of checkboxes, in pixels. */
const besideColumns = 34;

const cases = roles.flatMap((role) =>
  // The table in a window of 1280, 1440 and 1920 px; amounts without currency, and in NZD.
  [985, 1145, 1600].flatMap((width) => [137, 164].map((amounts) => ({ role, width, amounts }))),
);

/**
 * Tests that no usual column of a list is wider than its first one, the name, for any role in
 * windows of several widths. `columnsFor` returns the columns with amounts of a width.
 */
export function testNameShare<Row>(
  columnsFor: (role: Role, amountsWidth: string) => readonly NamedColumn<Row>[],
): void {
  test.each(cases)(
    '$role: no column is wider than the name in a table of $width px, with amounts of $amounts px',
    ({ role, width, amounts }) => {
      const [first, ...others] = shownColumns(columnsFor(role, `${amounts}px`)).filter(
        ({ minTableWidth = 0 }) => minTableWidth <= width,
      );
      expect(first?.width).toBeUndefined();
      const fixed = others.flatMap((column) =>
        column.width === undefined ? [] : Number.parseInt(column.width, 10),
      );
      const shared = width - besideColumns - fixed.reduce((sum, each) => sum + each, 0);
      const share = shared / (1 + others.length - fixed.length);
      expect(share).toBeGreaterThanOrEqual(Math.max(...fixed));
    },
  );
}
