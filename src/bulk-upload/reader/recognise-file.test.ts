import { describe, expect, it } from 'vitest';

import { templateColumns, templateHeader } from '#contract/bulk-upload/lead-template.ts';
import { ada, latin, mark, validCsv, recogniseParts } from '#src/testing/csv-parts.ts';

import { recognise } from './recognise-file.ts';
import { readFileRows } from './row-reader.ts';

describe('what the specification asks for', () => {
  it('plain ASCII with the template’s header has nothing to fix', async () => {
    expect(await recogniseParts(validCsv)).toEqual({
      kind: 'csv',
      encoding: 'windows-1252',
      encodingName: 'plain ASCII',
      samples: [],
      columns: templateColumns.map(({ name }, columnIndex) => ({
        found: name,
        columnIndex,
        column: name,
        difference: 'same',
      })),
      columnSamples: templateColumns.map((_, columnIndex) => {
        const sample = ada.split(',')[columnIndex];
        return sample === undefined ? [] : [sample];
      }),
      firstRows: [templateColumns.slice(0, 8).map(({ name }) => name), ada.split(',').slice(0, 8)],
      notices: [],
      parseOptions: { encoding: 'windows-1252', delimiter: ',', columns: null },
      isExact: true,
    });
  });

  it('windows-1252 shows an accented cell in each encoding that could be meant', async () => {
    const found = await recogniseParts(
      latin(`${validCsv}Jos\u00e9,"Na\u00efve, L\u00e9a",Caf\u00e9\r\n`),
    );
    expect(found).toMatchObject({ isExact: true, encodingName: 'windows-1252', notices: [] });
    expect(found.samples[0]).toEqual({
      encoding: 'windows-1252',
      text: expect.stringMatching(/\bJosé\b.* · |· José/),
      isLikely: true,
    });
    const read = (encoding: string) => found.samples.find((one) => one.encoding === encoding);
    expect(read('macintosh')?.text).toContain('JosÈ');
    expect(read('windows-1251')).toMatchObject({
      text: expect.stringContaining('Josй'),
      isLikely: false,
    });
  });

  it('finds the first accent far into the file', async () => {
    const many = `${ada}\r\n`.repeat(150_000);
    const found = await recogniseParts(latin(validCsv), many, latin('Jos\u00e9,Smith\r\n'));
    expect(found.encodingName).toBe('windows-1252');
  });
});

describe('what is no CSV', () => {
  it.each([
    [
      'old-workbook',
      'This is an old Excel workbook (.xls), which can’t be read directly.',
      '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1…',
    ],
    ['pdf', 'This is a PDF, not a CSV file or a workbook.', '%PDF-1.7\n…'],
    [
      'binary',
      'This is a web page or XML, not a CSV file or a workbook.',
      '<html><table><tr><td>firstName',
    ],
  ])('a file under the name of a CSV that is %s', async (kind, title, start) => {
    const found = await recogniseParts(latin(start));
    expect(found).toMatchObject({ kind, parseOptions: null, isExact: false });
    expect(found.notices).toMatchObject([
      {
        kind: 'not-csv',
        weight: 'stop',
        title,
        advice: expect.stringContaining('“CSV UTF-8 (comma delimited)”'),
      },
    ]);
  });

  it.each([
    ['compressed', 'This file is compressed (.gz).', latin('\u001f\u008b\u0008\u0000abc')],
    [
      'a PDF after bytes of a scanner',
      'This is a PDF, not a CSV file or a workbook.',
      '\r\n%PDF-1.7\n',
    ],
    ['JSON', 'This is JSON, not a CSV file or a workbook.', '[ {"firstName":"Ada"} ]'],
    ['JSON with a mark', 'This is JSON, not a CSV file or a workbook.', '\ufeff{\n  "leads": []}'],
    ['a link to a Google sheet', 'This is JSON, not a CSV file or a workbook.', '{"doc_id":"1"}'],
  ])('a file that is %s says so, and what to do', async (_what, title, start) => {
    const found = await recogniseParts(start);
    expect(found).toMatchObject({ parseOptions: null, isExact: false });
    expect(found.notices).toMatchObject([
      { kind: 'not-csv', weight: 'stop', title, advice: expect.stringMatching(/\.$/) },
    ]);
  });

  it('a table whose first cell begins with a bracket is read', async () => {
    const found = await recogniseParts('{firstName},lastName,companyName,phone\r\n');
    expect(found.kind).toBe('csv');
  });

  it.each([
    ['nul-bytes', [validCsv, '\0\0\0']],
    ['empty', []],
    ['empty', [mark]],
    ['empty', ['\r\n \r\n']],
    ['header-only', [templateHeader]],
    ['header-only', [`${templateHeader}\r\n\r\n`]],
  ])('%s stops', async (kind, parts) => {
    const found = await recogniseParts(...parts);
    expect(found).toMatchObject({ parseOptions: null, notices: [{ kind, weight: 'stop' }] });
  });
});

describe('dialects', () => {
  it.each([
    [';', 'semicolons'],
    ['\t', 'tabs'],
    ['|', 'pipes'],
  ])('cells separated by %j are named', async (delimiter, name) => {
    const found = await recogniseParts(validCsv.replaceAll(',', delimiter));
    expect(found).toMatchObject({ isExact: false, parseOptions: { delimiter, columns: null } });
    expect(found.notices).toMatchObject([
      { kind: 'delimiter', weight: 'fix', title: expect.stringContaining(name) },
    ]);
  });

  it('takes Excel’s line “sep=” at its word and leaves it away', async () => {
    const found = await recogniseParts(`sep=;\r\n${validCsv.replaceAll(',', ';')}`);
    expect(found).toMatchObject({ parseOptions: { delimiter: ';', columns: null } });
    expect(found.notices.map(({ kind, weight }) => [kind, weight])).toEqual([
      ['delimiter', 'fix'],
      ['separator-line', 'info'],
    ]);
  });

  it('reads rows that end with a return alone, and says so', async () => {
    const found = await recogniseParts(validCsv.replaceAll('\r\n', '\r'));
    expect(found).toMatchObject({
      isExact: true,
      notices: [{ kind: 'line-ends', weight: 'info' }],
    });
  });

  it('names a quote that opens in the header and never closes', async () => {
    const found = await recogniseParts(`"firstName${validCsv.slice(9)}`);
    expect(found.notices).toContainEqual(
      expect.objectContaining({ kind: 'unclosed-quote', weight: 'stop' }),
    );
    expect(found.parseOptions).toBeNull();
  });
});

describe('columns', () => {
  it('other columns are matched on one click and named', async () => {
    const found = await recogniseParts(
      'Surname,First_Name,Mobile,Company,Shoe size\nLovelace,Ada,+61491570156,Engines,38\n',
    );
    expect(found.parseOptions?.columns).toEqual([
      'lastName',
      'firstName',
      'phone',
      'companyName',
      null,
    ]);
    expect(found.notices).toMatchObject([{ kind: 'columns', weight: 'fix' }]);
    expect(found.notices[0]?.title).toBe('4 columns matched, 1 ignored.');
  });

  it.each([
    [
      'phone,lastName,firstName,companyName\n+61491570156,Lovelace,Ada,Engines\n',
      ['phone', 'lastName', 'firstName', 'companyName'],
    ],
    [
      'firstName,lastName,companyName,phone\nAda,Lovelace,Engines,+61491570156\n',
      ['firstName', 'lastName', 'companyName', 'phone'],
    ],
  ])('of the template’s own columns nothing is asked: %j', async (text, columns) => {
    const found = await recogniseParts(text);
    expect(found).toMatchObject({ isExact: true, parseOptions: { columns } });
    expect(found.notices).toEqual([]);
  });

  it('a required column that is missing is named', async () => {
    const found = await recogniseParts('firstName,companyName\nAda,Engines\n');
    expect(found).toMatchObject({
      isExact: false,
      parseOptions: { columns: ['firstName', 'companyName'] },
    });
    expect(found.notices).toMatchObject([
      {
        weight: 'fix',
        title: 'No column for Last name and Phone, which are required. Choose them below.',
      },
    ]);
  });

  it.each(['', `${ada}\r\n`])('a file without a header has a notice that says so', async (rows) => {
    const found = await recogniseParts(`${ada}\r\n${rows}`);
    expect(found).toMatchObject({
      isExact: false,
      parseOptions: { columns: [null, null, null, null] },
    });
    expect(found.notices).toMatchObject([
      { weight: 'fix', title: 'We don’t recognise the names in row 1.' },
    ]);
  });

  it('a header below title rows is found, and the rows above it are said to be ignored', async () => {
    const found = await recogniseParts(
      'Leads of June;;\n;;\nExported 1 June 2026;;\nSurname;First name;Mobile\nLovelace;Ada;+61491570156\n',
    );
    expect(found.parseOptions).toEqual({
      encoding: 'windows-1252',
      delimiter: ';',
      headerRow: 4,
      columns: ['lastName', 'firstName', 'phone'],
    });
    expect(found.columnSamples).toEqual([['Lovelace'], ['Ada'], ['+61491570156']]);
    expect(found.notices).toContainEqual(
      expect.objectContaining({
        weight: 'info',
        title: 'The header is in row 4; the 3 rows above it are ignored.',
      }),
    );
  });

  it.each(['Pipes of 6" and more\r\n', ''])(
    'a quote within a cell of the header, or above it (%j), hides no row',
    async (above) => {
      const text = `${above}firstName,lastName,Screen 6"\r\nAda,Lovelace,\r\nAlan,Turing,"13"""\r\n`;
      const file = new File([text], 'leads.csv');
      const { parseOptions } = await recognise(file);
      const names: string[] = [];
      const { notices } = await readFileRows(file, parseOptions!, ({ rows }) =>
        names.push(...rows.map(([name = '']) => name)),
      );
      expect(names.filter((name) => name !== '')).toEqual(['Ada', 'Alan']);
      expect(notices).toEqual([]);
    },
  );

  it('the template’s own header further down needs no decision', async () => {
    const found = await recogniseParts(`Leads of June\r\n${validCsv}`);
    expect(found).toMatchObject({ isExact: true, parseOptions: { headerRow: 2, columns: null } });
  });

  it('more columns than can be read are reported before the rows are', async () => {
    const header = Array.from({ length: 1_001 }, (_, at) => `Extra ${at}`);
    const found = await recogniseParts(`firstName,${header.join()}\nAda\n`);
    expect(found.parseOptions).toBeNull();
    expect(found.notices).toMatchObject([
      { weight: 'stop', title: 'This file has 1,002 columns; at most 1,000 can be read.' },
    ]);
    const padded = await recogniseParts(
      `firstName,Surname,Phone,Company${','.repeat(2_000)}\nAda\n`,
    );
    expect(padded.parseOptions?.columns).toHaveLength(1_000);
  });
});
