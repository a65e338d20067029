import fc from 'fast-check';
import { expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { addToNotes } from '#contract/bulk-upload/parse-options.ts';
import { validateText } from '#contract/v1/fields.ts';

import type { ColumnTarget } from './template-columns.ts';
import { headerRowIn, headerRowKey, TemplateRows } from './template-rows.ts';

const found = (...rows: string[][]) => headerRowIn(rows, new Map()).headerRow;

it('the header is found below rows with fewer cells', () => {
  const header = ['First name', 'Surname', 'Mobile'];
  expect(found(['Leads of June', '', ''], [''], header, ['Ada', 'Reid', '0412'])).toBe(3);
});

it('the header is never a row of data below a header that names no column', () => {
  const header = ['Vorname', 'Nachname', 'Firma', 'Art', 'Kanal', 'Weg'];
  const data = ['Ada', 'Lovelace', 'Engines', 'Business', 'Mobile', 'Email'];
  expect(found(header, data)).toBe(1);
  expect(found(['Export', '', '', '', '', ''], header, data)).toBe(2);
});

it('the header is the first row whose cells look like names, where none names a column', () => {
  const header = ['Vorname', 'Nachname', 'Firma'];
  const data = ['Ada', 'Reid', '0412 345 678'];
  expect(found(['Kunden 2026'], ['Stand: 1. Juni', 'vertraulich'], header, data)).toBe(3);
  expect(found(data, header)).toBe(1);
});

it('the header is the row that was chosen, also for an earlier file with the same names', () => {
  const rows = [
    ['First name', 'Surname', 'Mobile'],
    ['Given', 'Family', 'Ring'],
    ['Ada', 'Reid', '1'],
  ];
  expect(headerRowIn(rows, new Map(), 2).headerRow).toBe(2);
  const remembered = new Map([[headerRowKey(['given ', 'Family', 'Ring']), null]]);
  expect(headerRowIn([['July'], ...rows], remembered).headerRow).toBe(3);
});

const names = templateColumns.map(({ name }) => name);

/** Returns the filled cells of one row by template column. */
function cellsOf(columns: readonly ColumnTarget[], row: readonly string[]) {
  const header = columns.map((_, at) => `Header ${at}`);
  const [cells = []] = new TemplateRows({ columns: [...columns] }, header).of(
    [[...row]],
    row.join(),
    0,
  );
  expect(cells).toHaveLength(names.length);
  return Object.fromEntries(names.flatMap((name, at) => (cells[at] ? [[name, cells[at]]] : [])));
}

it('names and texts are joined in file order, address lines with a comma', () => {
  expect(cellsOf(['brokerContactName', null, 'brokerContactName'], ['Bea', 'x', 'Harper'])).toEqual(
    { brokerContactName: 'Bea Harper' },
  );
  const line = 'businessAddress.addressLine2';
  expect(cellsOf([line, line, line], ['Level 2', '', 'Wing B'])).toEqual({
    [line]: 'Level 2, Wing B',
  });
  expect(cellsOf(['notes', 'notes'], ['one', 'two'])).toEqual({ notes: 'one\ntwo' });
  expect(cellsOf(['companyName', 'companyName'], ['Kauri', ' Kauri '])).toEqual({
    companyName: 'Kauri',
  });
});

it('the first filled phone is the phone; a further one is the secondary phone while that is free', () => {
  const columns = ['phone', 'phone', 'phone', 'secondaryPhone'];
  expect(cellsOf(columns, ['+61 1', '', '', ''])).toEqual({ phone: '+61 1' });
  expect(cellsOf(columns, ['', '+61 2', '', ''])).toEqual({ phone: '+61 2' });
  expect(cellsOf(columns, ['+61 1', '+61 2', '', ''])).toEqual({
    phone: '+61 1',
    secondaryPhone: '+61 2',
  });
  expect(cellsOf(columns, ['+61 1', '+61 2', '+61 1', '+61 3'])).toEqual({
    phone: '+61 1',
    secondaryPhone: '+61 3',
    notes: 'Header 1: +61 2',
  });
});

it('a further phone stays, also where several columns are the secondary phone', () => {
  const columns = ['phone', 'phone', 'secondaryPhone', 'secondaryPhone'];
  expect(cellsOf(columns, ['+61 1', '+61 2', '', ''])).toEqual({
    phone: '+61 1',
    secondaryPhone: '+61 2',
  });
  expect(cellsOf(columns, ['+61 1', '+61 2', '', '+61 4'])).toEqual({
    phone: '+61 1',
    secondaryPhone: '+61 4',
    notes: 'Header 1: +61 2',
  });
});

it('two differing amounts, dates or choices are an error of the cell, never a silent choice', () => {
  const twice = (name: string, one: string, other: string) =>
    cellsOf([name, name], [one, other])[name] ?? '';
  for (const [name, one, other] of [
    ['amountRequested', '50000', '60000'],
    ['businessStartDate', '2015-01-02', '2016-01-02'],
    ['homeOwner', 'Yes', 'No'],
  ] as const) {
    const { field } = templateColumns.find((column) => column.name === name) ?? templateColumns[0]!;
    expect(validateText(field, twice(name, one, one)).error).toBeUndefined();
    expect(validateText(field, twice(name, one, other)).error).toBeDefined();
    expect(twice(name, one, other)).toBe(`${one} | ${other}`);
  }
});

it('numbers of one thing are never joined: the further one is noted', () => {
  expect(cellsOf(['abn', 'abn'], ['51824753556', '33102417032'])).toEqual({
    abn: '51824753556',
    notes: 'Header 1: 33102417032',
  });
});

it('columns added to the notes are lines with their headers, after the notes themselves', () => {
  expect(cellsOf([addToNotes, 'notes', addToNotes], ['Gold', 'Call at noon', ''])).toEqual({
    notes: 'Call at noon\nHeader 0: Gold',
  });
});

it('nothing that is assigned is lost, whatever shares a column', () => {
  const target = fc.constantFrom<ColumnTarget>(...names, addToNotes, null, 'phone', 'email', 'abn');
  const cell = fc.constantFrom('', ' ', 'a1', 'b2', 'c3', '+61 4', '2015-01-02', '5');
  fc.assert(
    fc.property(fc.array(fc.tuple(target, cell), { minLength: 1, maxLength: 20 }), (pairs) => {
      const columns = pairs.map(([column]) => column);
      const cells = cellsOf(
        columns,
        pairs.map(([, text]) => text),
      );
      const all = Object.values(cells).join('\n');
      const assigned = pairs.filter(([column]) => column !== null);
      for (const [, text] of assigned) expect(all).toContain(text.trim());
      // Nothing comes from nowhere either.
      const known = assigned.map(([, text]) => text.trim());
      for (const part of all.split(/ \| |, |;|\n|: /))
        expect([...known, ...known.join(' ').split(' '), '']).toSatisfy((parts: string[]) =>
          part
            .replace(/^Header \d+$/, '')
            .split(' ')
            .every((word) => parts.includes(word)),
        );
    }),
    { numRuns: 500 },
  );
});

it('the rows down to the header are blank, and stay in place', () => {
  const rows = new TemplateRows({ columns: ['lastName', 'firstName'] }, ['A', 'B']);
  const slice = [['Exported today'], ['Surname', 'First'], ['Moss', 'Aroha']];
  const [first, second, third] = rows.of(slice, '', 2);
  expect([...(first ?? []), ...(second ?? [])].join('')).toBe('');
  expect([first?.length, third?.slice(0, 2)]).toEqual([names.length, ['Aroha', 'Moss']]);
  expect(rows.of([['Sun', 'Noor']], '', 0)[0]?.slice(0, 2)).toEqual(['Noor', 'Sun']);
});
