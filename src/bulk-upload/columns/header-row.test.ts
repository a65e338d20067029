import { expect, it } from 'vitest';

import { headerRowIn } from './template-rows.ts';

const found = (...rows: string[][]) => headerRowIn(rows, new Map()).headerRow;

it('is found below rows with fewer cells', () => {
  const header = ['First name', 'Surname', 'Mobile'];
  expect(found(['Leads of June', '', ''], [''], header, ['Ada', 'Reid', '0412'])).toBe(3);
});

it('is never a row of data below a header that names no column', () => {
  const header = ['Vorname', 'Nachname', 'Firma', 'Art', 'Kanal', 'Weg'];
  const data = ['Ada', 'Lovelace', 'Engines', 'Business', 'Mobile', 'Email'];
  expect(found(header, data)).toBe(1);
  expect(found(['Export', '', '', '', '', ''], header, data)).toBe(1);
});
