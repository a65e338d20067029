import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { unguardCell } from './csv-text.ts';
import { templateColumns, templateHeader } from './lead-template.ts';
import { reasonLines, rejectedRowLine, templateLine } from './rejected-rows.ts';

describe('a file of rejected rows', () => {
  it('begins with exactly the template’s header', () => {
    expect(templateLine).toBe(`${templateHeader}\r\n`);
  });

  it('has every column of the template, even if the row had fewer cells', () => {
    expect(rejectedRowLine(['=Ann']).split(',')).toHaveLength(templateHeader.split(',').length);
    expect(rejectedRowLine(['=Ann'])).toMatch(/^'=Ann,,/);
  });

  it('parses to the same cells, whatever they contain', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom(`'`, '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', '1'),
      }),
    );
    const row = fc.array(cell, {
      minLength: templateColumns.length,
      maxLength: templateColumns.length,
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const text = templateLine + rows.map(rejectedRowLine).join('');
        const { data } = Papa.parse<string[]>(text.slice(0, -2), {
          newline: '\r\n',
          delimiter: ',',
        });
        expect(data.slice(1).map((cells) => cells.map(unguardCell))).toEqual(rows);
      }),
      { numRuns: 40 },
    );
  });

  it('comes with a file of reasons, line by line', () => {
    const errors = [
      { column: 'firstName', error: 'Too long.' },
      { column: 'phone', error: 'Start with +, please.' },
    ];
    expect(reasonLines({ row: 9, cells: ['Ann', '', '', '-1'], errors }, 2)).toBe(
      `2,9,firstName,Ann,Too long.\r\n2,9,phone,'-1,"Start with +, please."\r\n`,
    );
    expect(reasonLines({ row: 9, cells: null, errors: errors.slice(0, 1) }, null)).toBe(
      ',9,firstName,,Too long.\r\n',
    );
  });

  it('lists extra cells of a row in the reasons only', () => {
    const cells = [...templateColumns.map(() => 'x'), '=more', 'and more'];
    expect(rejectedRowLine(cells)).toBe(rejectedRowLine(templateColumns.map(() => 'x')));
    expect(reasonLines({ row: 9, cells, errors: [{ column: '', error: 'Too many.' }] }, 2)).toBe(
      `2,9,,"'=more, and more",Too many.\r\n`,
    );
  });
});
