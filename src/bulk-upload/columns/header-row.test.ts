import { expect, it } from 'vitest';

import { headerRowIn, headerRowKey } from './template-rows.ts';

const found = (...rows: string[][]) => headerRowIn(rows, new Map()).headerRow;

it('is found below rows with fewer cells', () => {
  const header = ['First name', 'Surname', 'Mobile'];
  expect(found(['Leads of June', '', ''], [''], header, ['Ada', 'Reid', '0412'])).toBe(3);
});

it('is never a row of data below a header that names no column', () => {
  const header = ['Vorname', 'Nachname', 'Firma', 'Art', 'Kanal', 'Weg'];
  const data = ['Ada', 'Lovelace', 'Engines', 'Business', 'Mobile', 'Email'];
  expect(found(header, data)).toBe(1);
  expect(found(['Export', '', '', '', '', ''], header, data)).toBe(2);
});

it('is the first row whose cells look like names, where none names a column', () => {
  const header = ['Vorname', 'Nachname', 'Firma'];
  const data = ['Ada', 'Reid', '0412 345 678'];
  expect(found(['Kunden 2026'], ['Stand: 1. Juni', 'vertraulich'], header, data)).toBe(3);
  expect(found(data, header)).toBe(1);
});

it('is the row that was chosen, also for an earlier file with the same names', () => {
  const rows = [
    ['First name', 'Surname', 'Mobile'],
    ['Given', 'Family', 'Ring'],
    ['Ada', 'Reid', '1'],
  ];
  expect(headerRowIn(rows, new Map(), 2).headerRow).toBe(2);
  const remembered = new Map([[headerRowKey(['given ', 'Family', 'Ring']), null]]);
  expect(headerRowIn([['July'], ...rows], remembered).headerRow).toBe(3);
});
