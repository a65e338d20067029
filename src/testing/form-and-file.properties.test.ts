import fc from 'fast-check';
import { expect, it } from 'vitest';

import {
  templateColumnIndex,
  templateColumns,
  type TemplateColumn,
} from '#contract/bulk-upload/lead-template.ts';
import { businessNumberNames, businessNumbers } from '#contract/v1/business-numbers.ts';
import { validateText } from '#contract/v1/fields.ts';
import { amountInFull } from '#contract/v1/rules/number-rule.ts';
import { programTrace } from '#src/lib/values/program-traces.ts';

import { openTestSheet, validCells } from './test-sheet.ts';

/** Columns of every kind of field, and what people write in them. */
const written: Readonly<Record<string, readonly string[]>> = {
  phone: ['0412 345 678', '+61 491 570 156', '(09) 555 0100', '61412345678', 'see notes', '+0 12'],
  email: [
    'Ada@Harbour.test',
    'ada@harbour',
    'Ada <ada@harbour.test>',
    'none',
    'a@b.test, c@d.test',
  ],
  amountRequested: ['50k', '$50,000.00', '50 000', '1.5m', '50.000,00', '-5', '1e5', '50000.75'],
  dateOfBirth: ['14/03/1984', '3 April 1984', '1984', '2084-01-01', '31/02/1990', '14.3.84'],
  homeOwner: ['yes', 'Y', 'TRUE', 'no ', 'perhaps', 'Yes'],
  loanPurpose: ['working capital', 'Cashflow', 'WORKING CAPITAL / CASHFLOW', 'a yacht'],
  suitableProducts: ['Business Loan; 2nd Mortgage', 'business loan', 'Business Loan, Overdraft'],
  abn: ['51 824 753 556', '51824753557', '5182475355', 'ABN 51824753556'],
  acn: ['004 085 616', '4085616', '004085617'],
  nzbn: ['9429041234567', '94 29 04'],
  crn: ['123456', 'SC123456', '12-345-678'],
  uen: ['201279465N', 'T08LL1234A', '12345'],
  firstName: ['Anna Baker', ' Siân ', 'A'.repeat(300), 'Anna\tBaker'],
  companyName: ['Kauri\u00A0Ltd', 'Kauri\u200B Ltd', '“Kauri”'],
  'businessAddress.country': ['New Zealand', 'NZ', 'Aotearoa', 'Atlantis'],
  notes: ['Rang on Monday.\nRing again.', 'x'.repeat(5_001)],
};
const noise = ['', ' ', '.', '-', '0', '9', 'k', '$', ',', 'x', '+', '@', '/', ';', '\u00A0'];
const columns = templateColumns.filter(({ name }) => name in written);

const texts = ({ name }: TemplateColumn) =>
  fc
    .tuple(fc.constantFrom(...written[name]!), fc.constantFrom(...noise), fc.nat(12))
    .map(([text, sign, at]) => text.slice(0, at) + sign + text.slice(at))
    .filter(
      (text) => text.trim() !== '' && programTrace(templateColumnIndex(name), text) === undefined,
    );

/** Returns the form's error or warning for a text, and the value it would store. */
function sayInForm({ name, field }: TemplateColumn, text: string) {
  const result = validateText(field, text);
  const number = businessNumberNames.find((one) => one === name);
  const check = number && result.error === undefined ? businessNumbers[number].check(text) : null;
  const warning = check !== null && 'warning' in check ? check.warning : undefined;
  const inFull = field.kind === 'number' ? amountInFull(text) : undefined;
  return { suggestion: inFull, ...result, sentence: result.error ?? warning };
}

it.each(columns.map((column) => [column.name, column] as const))(
  '%s: the form and a file accept the same texts, for the same reasons, and what one offers the other does',
  async (name, column) => {
    const some = [...written[name]!, ...fc.sample(texts(column), { numRuns: 60, seed: 23 })];
    const { sheet, readQuoted } = openTestSheet();
    const rows = some.map((text, at) => ({ ...validCells(at), [name]: text }));
    const { issues } = await readQuoted(...rows);
    const columnIndex = templateColumns.indexOf(column);
    const hopeless = issues.filter(({ fix }) => fix === null);
    const lost = await Promise.all(hopeless.map(({ key }) => sheet.issueRows(key)));
    for (const row of lost.flat())
      expect(sayInForm(column, some[row - 2]!).suggestion).toBe(undefined);
    const before = await sheet.rows({ kind: 'all' }, 0, some.length);
    if (issues.some(({ fix }) => fix !== null && fix.question === null)) await sheet.fixAll([]);
    const after = await sheet.rows({ kind: 'all' }, 0, some.length);
    for (const [at, text] of some.entries()) {
      const { error, suggestion, sentence } = sayInForm(column, text);
      const { state, errors } = before[at]!;
      expect([text, state]).toEqual([text, error === undefined ? 'ready' : 'invalid']);
      expect([text, errors[columnIndex]]).toEqual([text, sentence]);
      // Only fixes that need no answer were applied; cells without one stay as written.
      const fixed = after[at]!.cells[columnIndex];
      expect([text, suggestion ?? fixed]).toContain(fixed);
    }
  },
);
