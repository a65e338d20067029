import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { validateText } from '#contract/v1/fields.ts';

import { cellChecks } from './cell-checks.ts';
import { templateColumns } from './lead-template.ts';

const day = fc
  .tuple(fc.integer({ min: 999, max: 2100 }), fc.nat(13), fc.nat(32))
  .map(([year, month, date]) =>
    [year, month, date].map((n) => String(n).padStart(2, '0')).join('-'),
  );
const dateTime = fc
  .tuple(
    day,
    fc.constantFrom('T00:00', 'T00:00:00.000', 'T13:00:00', 'T23:59'),
    fc.constantFrom('', 'Z', '+11:00', '-0330'),
  )
  .map((parts) => parts.join(''));
const choice = fc.constantFrom(
  ...templateColumns.flatMap(({ field }) => field.values ?? []),
  'TRUE',
  'yes',
);
const cell = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(...Array.from("+0123456789 ()-.$,é'ǅ\u00A0\u007F\t\n\u0301")),
  }),
  fc.stringMatching(/^[ a-zé@.+-]{0,30}$/),
  fc.emailAddress(),
  fc.stringMatching(/^\+?[0-9 -]{5,20}$/),
  fc.stringMatching(/^\+(?:61|64|65|44|1|39|241) ?(?:61|64|65|44|1|0|)[0-9]{7,11}$/),
  fc.stringMatching(/^\d{1,14}$/),
  fc.array(choice, { maxLength: 3 }).map((all) => all.join(';')),
  fc.constantFrom(1, 99, 100, 101, 200, 201, 255, 256).map((length) => 'é'.repeat(length)),
  day,
  dateTime,
  fc.string({
    unit: fc.constantFrom('\u00AD', '\u200B', '\u2800', '\u{E01F0}', ' '),
    maxLength: 3,
  }),
);
/** A text without control, combining and invisible characters. */
const plain = /^[^\p{Cc}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

describe('cell checks', () => {
  it('are in the order of the template', () => {
    expect(cellChecks.map(({ column }) => column)).toEqual(templateColumns);
  });

  it.each(cellChecks.map((check) => [check.column.name, check] as const))(
    '%s: takes what the contract’s rule takes, and no more',
    (_name, { column, plainLength, isValid: isValidCell, validate }) => {
      fc.assert(
        fc.property(cell, (text) => {
          const result = validateText(column.field, text);
          const isValid = result.error === undefined;
          expect(isValidCell(text)).toBe(isValid);
          const isPlain = plain.test(text) && text.isWellFormed();
          const isShort = plainLength > 0 && text.length <= plainLength;
          expect(isPlain && isShort && !isValid).toBe(false);
          expect(validate(text).error).toBe(result.error);
        }),
        { numRuns: 150 },
      );
    },
  );
});
