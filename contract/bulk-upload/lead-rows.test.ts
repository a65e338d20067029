import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { leadCreate } from '#contract/v1/leads.ts';

import { extraCellsError, isBlankRow, validateRow } from './lead-rows.ts';
import { templateColumns } from './lead-template.ts';

const context = { partnerId: 'partner', contactIds: new Set(['contact']) };
const rowOf = (cells: Record<string, string>) =>
  templateColumns.map(({ name }) => cells[name] ?? '');
const smallest = {
  firstName: 'Aroha',
  lastName: 'Moss',
  companyName: 'Kauri Joinery',
  phone: '+61 491 570 156',
};

describe('a row of the template', () => {
  it('becomes the fields of a lead, with whole addresses and without empty cells', () => {
    const cells = {
      ...smallest,
      amountRequested: '50000',
      suitableProducts: 'LOC;Business Loan',
      'businessAddress.city': 'Napier',
      'businessAddress.country': 'New Zealand',
      brokerId: 'partner',
      brokerRepId: 'contact',
    };
    expect(validateRow(rowOf(cells), context)).toEqual({
      fields: {
        ...smallest,
        phone: '+61491570156',
        amountRequested: 50_000,
        suitableProducts: ['LOC', 'Business Loan'],
        businessAddress: { city: 'Napier', country: 'New Zealand' },
        brokerId: 'partner',
        brokerRepId: 'contact',
      },
    });
  });

  it('has every error reported at its column', () => {
    const cells = { ...smallest, firstName: ' ', phone: '0412', brokerId: 'x', brokerRepId: 'y' };
    expect(validateRow(rowOf(cells), context).errors).toEqual([
      { column: 'firstName', error: 'Enter a first name.' },
      { column: 'phone', error: expect.stringContaining('Start with +') },
      { column: 'brokerId', error: 'This is not your partner.' },
      { column: 'brokerRepId', error: 'Your partner has no such contact.' },
    ]);
  });

  it('can be shorter than the header', () => {
    expect(validateRow(['Aroha', 'Moss'], context).errors?.map(({ column }) => column)).toEqual([
      'companyName',
      'phone',
    ]);
    expect(isBlankRow([])).toBe(true);
    expect(isBlankRow(['', ' '])).toBe(true);
    expect(isBlankRow(['', 'a'])).toBe(false);
  });

  it('is invalid as a whole if it has more cells than the template', () => {
    const cells = [...rowOf({ ...smallest, phone: '0412' }), ''];
    expect(validateRow(cells, context)).toEqual({
      errors: [{ column: '', error: extraCellsError }],
    });
  });

  it('gets the same errors as the same values sent to the interface', () => {
    fc.assert(
      fc.property(rows, (cells) => {
        const result = validateRow(cells, context);
        const response = leadCreate.safeParse({ fields: sentOf(cells) });
        const errors = response.error?.issues.map(({ path, message }) => ({
          column: path.slice(1).join('.'),
          error: message,
        }));
        expect(result).toEqual(response.success ? { fields: response.data.fields } : { errors });
      }),
      { numRuns: 500 },
    );
  });
});

/**
 * Cells as people and spreadsheets write them. Most are valid, so that some rows are valid as a
 * whole.
 */
const rows = fc.tuple(
  ...templateColumns.map((column) => {
    const good = goodCells(column);
    const wrong = wrongCells(column);
    const empty = column.field.required ? good : fc.constant('');
    return fc.oneof(
      { arbitrary: empty, weight: 20 },
      { arbitrary: good, weight: 20 },
      { arbitrary: wrong, weight: 1 },
    );
  }),
);

function goodCells({ name, field }: (typeof templateColumns)[number]): Arbitrary<string> {
  if (name === 'brokerId') return fc.constant(context.partnerId);
  if (name === 'brokerRepId') return fc.constantFrom(...context.contactIds);
  if (field.kind === 'phone') return fc.stringMatching(/^\+[1-9]([ .()-]?\d){6,14}$/);
  if (field.kind === 'email') return fc.emailAddress();
  if (field.kind === 'number') return fc.nat().map(String);
  if (field.kind === 'date')
    return fc
      .date({ min: new Date('1900-01-01'), max: new Date('2025-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
  if (field.kind === 'choice') return fc.constantFrom(...(field.values ?? []));
  if (field.kind === 'choices')
    return fc.subarray([...(field.values ?? [])], { minLength: 1 }).map((some) => some.join(';'));
  return fc.string({ unit: 'grapheme', maxLength: 120 });
}

function wrongCells({ name, field }: (typeof templateColumns)[number]): Arbitrary<string> {
  // The API validates elsewhere whose lead it is.
  if (name === 'brokerId' || name === 'brokerRepId') return fc.constantFrom(' ', 'a\nb');
  if (field.kind === 'number') return fc.constantFrom('1.5', '9'.repeat(13));
  return fc.constantFrom(' ', '\0', '0412 345 678', '1/2/1990', 'TRUE');
}

/** Returns the same values in the form in which a program sends them. */
function sentOf(cells: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [at, { name, field }] of templateColumns.entries()) {
    const text = cells[at] ?? '';
    const [top = '', part] = name.split('.');
    if (text.trim() === '') continue;
    if (part !== undefined) fields[top] = { ...(fields[top] as object), [part]: text };
    else if (field.kind === 'choices') fields[top] = text.split(';');
    else if (field.kind === 'number') fields[top] = Number(text);
    else fields[top] = text;
  }
  return fields;
}
