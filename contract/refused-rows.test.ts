import { describe, expect, it } from 'vitest';

import { templateHeader } from './lead-template.ts';
import { reasonLines, refusedRowLine, templateLine } from './refused-rows.ts';

describe('a file of refused rows', () => {
  it('begins with the template’s header, to the letter', () => {
    expect(templateLine).toBe(`${templateHeader}\r\n`);
  });

  it('has every column of the template, however few cells the row had', () => {
    expect(refusedRowLine(['=Ann']).split(',')).toHaveLength(templateHeader.split(',').length);
    expect(refusedRowLine(['=Ann'])).toMatch(/^'=Ann,,/);
  });

  it('has beside it what is wrong, line by line', () => {
    const faults = [
      { column: 'firstName', fault: 'Too long.' },
      { column: 'phone', fault: 'Start with +, please.' },
    ];
    expect(reasonLines({ row: 9, cells: ['Ann', '', '', '-1'], faults }, 2)).toBe(
      `2,9,firstName,Ann,Too long.\r\n2,9,phone,'-1,"Start with +, please."\r\n`,
    );
    expect(reasonLines({ row: 9, cells: null, faults: faults.slice(0, 1) }, null)).toBe(
      ',9,firstName,,Too long.\r\n',
    );
  });
});
