import Papa from 'papaparse';
import { expect, test } from 'vitest';

import { dealLabels } from '#contract/v1/deals.ts';

import { dealFile } from './export-file.ts';

const headerFor = (isSupport: boolean) =>
  Papa.parse<string[]>(dealFile(isSupport).header, { skipEmptyLines: true }).data[0] ?? [];
const header = headerFor(false);

test('a file of deals has every field by its label, once', () => {
  expect(header).toEqual(expect.arrayContaining(Object.values(dealLabels)));
  expect(new Set(header).size).toBe(header.length);
});

test('a file of deals begins with what people look for, and ends with the ids', () => {
  const first = 'Deal,Status,Status since,Sub-status,Sub-status since,Customer,Client,Company name';
  expect(header.slice(0, 8)).toEqual(first.split(','));
  const isId = (label: string) => /\bIDs?$/.test(label);
  expect(header.slice(header.findIndex(isId)).filter((label) => !isId(label))).toEqual([]);
  expect(header.filter(isId)).toHaveLength(8);
});

test('the reference of a deal is the partner’s to support staff, to whom all else has the same label', () => {
  const others = header.map((label) => (label === 'Your reference' ? 'Partner reference' : label));
  expect(others).not.toEqual(header);
  expect(headerFor(true)).toEqual(others);
});
