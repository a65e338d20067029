import { describe, expect, it } from 'vitest';

import { type Cells, openTestSheet, rowsWith, validCells } from '#src/testing/test-sheet.ts';

const { sheet, read, readQuoted, cellsIn } = openTestSheet();

/** Returns the issues of a file with these cells in its rows, as the title and question of each. */
async function issuesOf(...rows: Cells[]) {
  const { issues, ready } = await readQuoted(
    ...rows.map((cells, at) => ({ ...validCells(at), ...cells })),
  );
  return { ready, issues, titles: issues.map(({ title }) => title) };
}

/** Returns the texts of a column after everything that needs no answer is fixed. */
async function fixedAutomatically(column: string, ...texts: string[]) {
  await readQuoted(...rowsWith(column, ...texts));
  await sheet.fixAll([]);
  return cellsIn(column);
}

describe('codes in place of characters', () => {
  it.each([
    ['O&#039;Brien', "O'Brien"],
    ['Smith &amp; Sons', 'Smith & Sons'],
    ['Smith &amp;amp; Sons', 'Smith & Sons'],
    ['Smith &amp;#039;s', "Smith 's"],
    ['Kauri&rsquo;s Caf&eacute;', 'Kauri’s Café'],
    ['Kauri&nbsp;Ltd', 'Kauri Ltd'],
    ['Kauri&#10;Ltd', 'Kauri Ltd'],
    ['Kauri<br>Ltd', 'Kauri Ltd'],
    ['Kauri_x000D_ Ltd', 'Kauri Ltd'],
    ['="Smith &amp; Sons"', 'Smith & Sons'],
  ])('%s becomes %s, with a preview', async (companyName, after) => {
    const { issues, ready } = await issuesOf({ companyName });
    expect(ready).toBe(1);
    expect(issues).toMatchObject([
      {
        column: 'companyName',
        fix: { question: null, options: [{ examples: [{ before: companyName, after }] }] },
      },
    ]);
    expect(await fixedAutomatically('companyName', companyName)).toEqual([after]);
    await sheet.undo();
    expect(await cellsIn('companyName')).toEqual([companyName]);
  });

  it('become line breaks in notes alone', async () => {
    const notes = [
      'Rang.<br>Ring again.',
      'Rang.<br />Ring again.',
      '<p>Rang.</p><p>Ring <b>again</b>.</p>',
      'Rang.&#13;&#10;Ring again.',
      'Rang._x000D_\nRing again.',
      'Rang.&lt;br&gt;Ring again.',
    ];
    expect(new Set(await fixedAutomatically('notes', ...notes))).toEqual(
      new Set(['Rang.\nRing again.']),
    );
    expect(await fixedAutomatically('notes', '&nbsp;', 'Rang.&nbsp;')).toEqual(['', 'Rang.']);
  });

  it('are taken out where they make a value invalid, too', async () => {
    const { titles } = await issuesOf({ email: 'a&#64;harbour.test' });
    expect(titles).toEqual(['Email has codes in place of characters (&amp;, <br>)']);
    expect(await fixedAutomatically('email', 'a&#64;harbour.test')).toEqual(['a@harbour.test']);
  });

  it.each([
    'AT&T; Co',
    'Fish &chips; Ltd',
    'R&D; Labs',
    'Smith & Sons',
    'Smith &Sons',
    'A < B > C',
    '<Kauri>',
    'Null &#0; Co',
    'my_xerox_1',
    '#&;',
  ])('%s has none', async (companyName) => {
    expect((await issuesOf({ companyName, notes: companyName })).titles).toEqual([]);
  });
});

describe('a text that is written as a formula', () => {
  it('is what it has in quotes, in any column, unasked', async () => {
    const cells = {
      firstName: ['="Anna"', 'Anna'],
      companyName: ['="3M ""Kauri"""', '3M "Kauri"'],
      'businessAddress.zipCode': ['="0800"', '0800'],
      email: ['="a@harbour.test"', 'a@harbour.test'],
      dateOfBirth: ['="1984-03-14"', '1984-03-14'],
      amountRequested: ['="50000"', '50000'],
      homeOwner: ['="Yes"', 'Yes'],
      phone: ['="+61 412 345 678"', '+61 412 345 678'],
    };
    const { titles } = await issuesOf(
      Object.fromEntries(Object.entries(cells).map(([column, [before]]) => [column, before!])),
    );
    expect(titles).toHaveLength(Object.keys(cells).length);
    expect(titles.every((title) => title.endsWith('is written as a formula (="0800")'))).toBe(true);
    await sheet.fixAll([]);
    for (const [column, [, after]] of Object.entries(cells))
      expect(await cellsIn(column)).toEqual([after]);
  });

  it('is asked about as its value is, where that needs an answer', async () => {
    const { issues } = await issuesOf({
      phone: '="0412345678"',
      dateOfBirth: '="1/02/1990"',
      amountRequested: '="$50,000"',
    });
    expect(issues.map(({ key }) => key).toSorted()).toEqual([
      'amountRequested:amount-signs',
      'dateOfBirth:date-order',
      'phone:phone-without-plus',
    ]);
    await sheet.fix('phone:phone-without-plus', 'AU');
    expect(await cellsIn('phone')).toEqual(['+61412345678']);
  });

  it('is no other text that begins with =', async () => {
    expect(
      (await issuesOf({ companyName: '=SUM(1)' }, { companyName: '="a"&"b"' })).titles,
    ).toEqual([]);
  });
});

describe('a program’s word for no value', () => {
  const words = [
    'NULL',
    'Null',
    'None',
    'nan',
    'NaN',
    '<NA>',
    'undefined',
    '[object Object]',
    '\\N',
  ];

  it.each(words)(
    '%s can be left empty in every optional column, which is asked first',
    async (word) => {
      const columns = ['tradingName', 'industry', 'email', 'dateOfBirth', 'homeOwner', 'notes'];
      const { issues } = await issuesOf(Object.fromEntries(columns.map((name) => [name, word])));
      expect(issues.map(({ key }) => key).toSorted()).toEqual(
        columns.map((name) => `${name}:left-over`).toSorted(),
      );
      expect(issues[0]?.fix).toMatchObject({
        question: 'What should happen to these cells?',
        options: [{ value: 'empty', label: 'Leave them empty', examples: [{ after: '' }] }],
        proposed: { value: 'empty' },
      });
      await sheet.fixAll(columns.map((name) => ({ issue: `${name}:left-over`, option: 'empty' })));
      for (const column of columns) expect(await cellsIn(column)).toEqual(['']);
    },
  );

  it('is pointed out in a required column, in which nothing can be left empty', async () => {
    const { issues } = await issuesOf({ companyName: 'undefined' }, { phone: 'NULL' });
    expect(issues.map(({ key, fix }) => [key, fix])).toEqual([
      ['companyName:left-over', null],
      ['phone:left-over', null],
    ]);
  });

  it('is a surname, unless another cell of its row has such a word', async () => {
    expect(
      (await issuesOf({ lastName: 'Null' }, { lastName: 'NULL' }, { firstName: 'Nan' })).titles,
    ).toEqual([]);
    expect((await read({ ...validCells(1), lastName: 'Null' })).issues).toEqual([]);
    const { issues } = await issuesOf(
      { lastName: 'Null' },
      { lastName: 'NULL', industry: 'NULL' },
      { firstName: 'nan', lastName: 'nan' },
      { lastName: 'undefined' },
    );
    expect(Object.fromEntries(issues.map(({ key, cells }) => [key, cells]))).toEqual({
      'firstName:left-over': 1,
      'industry:left-over': 1,
      'lastName:left-over': 3,
    });
  });

  it('is no word of people', async () => {
    const others = ['N/A', 'none', 'Nil', 'Not known', 'Nan’s Bakery', 'Nullarbor', 'NSW'];
    expect((await issuesOf(...others.map((industry) => ({ industry })))).titles).toEqual([]);
  });
});

describe('.0 behind a number', () => {
  it('is removed unasked from numbers that are texts', async () => {
    const columns = ['abn', 'acn', 'nzbn', 'driversLicenseNumber', 'documentId'];
    const numbers = { partnerLeadReferenceId: '12345.0', 'businessAddress.zipCode': '2000.0' };
    await readQuoted({
      ...validCells(1),
      ...numbers,
      ...Object.fromEntries(columns.map((name) => [name, '51824753556.0'])),
    });
    await sheet.fixAll([]);
    for (const column of columns) expect(await cellsIn(column)).toEqual(['51824753556']);
    expect(await cellsIn('partnerLeadReferenceId')).toEqual(['12345']);
    expect(await cellsIn('businessAddress.zipCode')).toEqual(['2000']);
  });

  it('stays where it can be meant', async () => {
    const { titles } = await issuesOf(
      { notes: '12345.0', companyName: 'Web 2.0', industry: '2345.0' },
      { partnerLeadReferenceId: 'A-12345.0' },
      { driverVersionNumber: '2.0' },
    );
    expect(titles).toEqual([]);
  });
});

describe('a name that is none', () => {
  it.each(['+61 412 345 678', '0412 345 678', 'anna@harbour.test', 'Anna <anna@harbour.test>'])(
    '%s is pointed out: columns may be shifted',
    async (name) => {
      const { issues, ready } = await issuesOf({ firstName: name, companyName: name });
      expect(ready).toBe(1);
      expect(issues.map(({ title, fix }) => [title, fix])).toEqual([
        ['First name is a phone number or an email address', null],
        ['Company name is a phone number or an email address', null],
      ]);
    },
  );

  it('is a dash for both names, not for one', async () => {
    const { titles } = await issuesOf(
      { firstName: '-', lastName: '-' },
      { firstName: '-' },
      { lastName: '-' },
    );
    expect(titles).toEqual(['First name has no letters, and neither has Last name']);
  });

  it('is no company of digits, and no name in another script', async () => {
    const { titles } = await issuesOf(
      { companyName: '7-11' },
      { companyName: '1300 Rubbish' },
      { companyName: 'Coffee @ Home' },
      { firstName: '伟', lastName: '王' },
    );
    expect(titles).toEqual([]);
  });
});
