import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runs } from '#contract/testing/property-runs.ts';

import { csvLine, guardCell, unguardCell } from './csv-text.ts';
import { templateColumns } from './lead-template.ts';

const column = (name: string) => templateColumns.find((one) => one.name === name)!;
/** Texts with many of the characters that matter for escaping. */
const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(...Array.from(`'=+-@;＝＋－＠−﹢⁼₊\u200B\u2800\t\r\n",61 `)),
  }),
);

describe('a cell of a file to download', () => {
  it.each([
    `=HYPERLINK("x")`,
    '+1+1',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ';=1',
    '＝1',
    '＋1',
    '－1',
    '＠A',
    '\u200B=1',
    '\uFEFF;\u00AD+1',
    '−2',
    '\u2800=1',
    ';\u2800\u200B⁼1',
  ])('gets one apostrophe: %j', (text) => {
    expect(guardCell(null, text)).toBe(`'${text}`);
    expect(guardCell(column('companyName'), text)).toBe(`'${text}`);
  });

  it('gets one before every sign that becomes a plain one', () => {
    const all = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code));
    const signs = all.filter((sign) => /^[=+\-@−]/.test(sign.normalize('NFKC')));
    expect(signs.length).toBeGreaterThan(20);
    expect(signs.filter((sign) => guardCell(null, `${sign}1`) !== `'${sign}1`)).toEqual([]);
  });

  it('is unchanged if it is a valid phone number in a phone column', () => {
    expect(guardCell(column('phone'), '+61412345678')).toBe('+61412345678');
    expect(guardCell(column('phone'), '+61+1')).toBe(`'+61+1`);
    expect(guardCell(column('companyName'), '+61412345678')).toBe(`'+61412345678`);
    expect(guardCell(column('amountRequested'), '-50000')).toBe(`'-50000`);
  });

  it('keeps its own apostrophes', () => {
    expect(guardCell(null, `'=1`)).toBe(`''=1`);
    expect(unguardCell(`''=1`)).toBe(`'=1`);
    expect(guardCell(null, `'t Hooft`)).toBe(`'t Hooft`);
    expect(unguardCell(`'t Hooft`)).toBe(`'t Hooft`);
  });

  it('is read back unchanged, whatever it contains and in any column', () => {
    fc.assert(
      fc.property(fc.constantFrom(null, ...templateColumns), cell, (where, text) => {
        expect(unguardCell(guardCell(where, text))).toBe(text);
      }),
      runs(1_000),
    );
  });

  it('starts like a formula only as a valid phone or number', () => {
    fc.assert(
      fc.property(fc.constantFrom(null, ...templateColumns), cell, (where, text) => {
        const written = guardCell(where, text);
        if (!/^[;\p{Cf}\u2800]*[=+\-@＝＋－＠−﹢⁼₊]|^[\t\r]/u.test(written)) return;
        expect(['phone', 'number']).toContain(where?.field.kind);
        expect(where?.field.rule(written).error).toBeUndefined();
      }),
    );
  });
});

describe('a line of a CSV file', () => {
  it('quotes cells where necessary, and ends with CR and LF', () => {
    expect(csvLine(['plain', 'a, b', 'say "hi"', 'two\nlines', ''])).toBe(
      'plain,"a, b","say ""hi""","two\nlines",\r\n',
    );
  });
});
