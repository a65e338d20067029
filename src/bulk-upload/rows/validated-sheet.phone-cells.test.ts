import { describe, expect, it } from 'vitest';

import { type Cells, openTestSheet, rowsWith, validCells } from '#src/testing/test-sheet.ts';

const { sheet, readQuoted: read, cellsIn } = openTestSheet();
const rowsOf = (...phones: string[]) => rowsWith('phone', ...phones);

const ask = 'Which country are they from?';

describe('what stands beside a number', () => {
  it('a word for its kind is left out, and said to be', async () => {
    const summary = await read(
      ...rowsOf('tel:+61412345678', 'Ph: +61 2 9374 4000', '+61 412 345 678 (mobile)'),
    );
    expect(summary.issues).toMatchObject([
      {
        key: 'phone:phone-label',
        cells: 3,
        advice: 'Words for the kind of number (tel:, mobile) are left out.',
        fix: { question: null, cells: 3 },
      },
    ]);
    await sheet.fix('phone:phone-label', null);
    expect(await cellsIn('phone')).toEqual(['+61412345678', '+61293744000', '+61412345678']);
  });

  it.each([
    '+61 412 345 678 (Jane)',
    'Fax: +61 2 9374 4000',
    '0412 345 678 or call Jane',
    '0412 345 678 ext',
  ])('%s is an error', async (phone) => {
    expect((await read(...rowsOf(phone))).issues).toMatchObject([{ fix: null }]);
  });

  it.each([
    '02 9374 4000 ext 12',
    '02 9374 4000 x12',
    '(02) 9374 4000 #12',
    '02 9374 4000 Durchwahl 12',
  ])('the extension of %s is lost only as an answer that says so', async (phone) => {
    const { issues } = await read(...rowsOf(phone));
    expect(issues).toMatchObject([
      {
        key: 'phone:phone-extension',
        fix: { question: `The extension is left out and lost. ${ask}` },
      },
    ]);
    await sheet.fix('phone:phone-extension', 'AU');
    expect(await cellsIn('phone')).toEqual(['+61293744000']);
  });

  it.each<Cells>([
    { phone: '02 9374 4000 ext 12', 'businessAddress.country': 'Australia' },
    { phone: '+61 2 9374 4000 ext 12' },
  ])('an extension is asked about, also where the country is known: %o', async (cells) => {
    const { issues } = await read({ ...validCells(1), ...cells });
    expect(issues[0]?.fix).toMatchObject({
      question: 'What should happen to the extension?',
      options: [{ label: 'Leave it out: it is lost', examples: [{ after: '+61293744000' }] }],
    });
  });
});

describe('two values in a cell', () => {
  it('two phones become phone and secondary phone, when asked', async () => {
    const { issues } = await read(
      ...rowsOf('0412 345 678 / 02 9374 4000', 'M: +61 412 345 679, W: 02 9374 4001'),
    );
    expect(issues).toMatchObject([
      {
        key: 'phone:two-phones',
        fix: {
          question: `The second number moves to Secondary phone. ${ask}`,
          options: [{ examples: [{ after: '+61412345678 | +61293744000' }, {}] }, { cells: 1 }],
        },
      },
    ]);
    const { summary } = await sheet.fix('phone:two-phones', 'AU');
    expect(summary).toMatchObject({ ready: 2, invalid: 0 });
    expect(await cellsIn('phone')).toEqual(['+61412345678', '+61412345679']);
    expect(await cellsIn('secondaryPhone')).toEqual(['+61293744000', '+61293744001']);
  });

  it('two addresses become email and secondary email, when asked', async () => {
    const { issues } = await read({ ...validCells(1), email: 'ann@kauri.test; office@kauri.test' });
    expect(issues[0]?.fix).toMatchObject({
      question: 'What should happen to the second address?',
      options: [{ value: 'move', examples: [{ after: 'ann@kauri.test | office@kauri.test' }] }],
    });
    await sheet.fix('email:two-emails', 'move');
    expect(await cellsIn('email')).toEqual(['ann@kauri.test']);
    expect(await cellsIn('secondaryEmail')).toEqual(['office@kauri.test']);
  });

  it('of Google Contacts are two values', async () => {
    const { issues } = await read({
      ...validCells(1),
      phone: '+61 412 345 678 ::: +61 2 9374 4000',
      email: 'ann@kauri.test ::: office@kauri.test',
    });
    await sheet.fixAll(
      issues.map(({ key, fix }) => ({ issue: key, option: fix!.options[0]!.value })),
    );
    expect(await cellsIn('phone')).toEqual(['+61412345678']);
    expect(await cellsIn('secondaryPhone')).toEqual(['+61293744000']);
    expect(await cellsIn('email')).toEqual(['ann@kauri.test']);
    expect(await cellsIn('secondaryEmail')).toEqual(['office@kauri.test']);
  });

  it('three and more of an export are the first two, once asked; the others are said to be lost', async () => {
    const { issues } = await read(
      {
        ...validCells(1),
        phone: '0412 345 678 ::: 02 9374 4000 ::: n/a ::: 0412 345 679',
        email:
          'ann@kauri.test ::: none ::: Ann@kauri.test ::: mailto:office@kauri.test ::: c@kauri.test',
      },
      { ...validCells(2), phone: '0412 345 677 ::: see notes', email: 'none ::: d@kauri.test' },
    );
    expect(issues.map(({ title, fix }) => [title, fix?.question])).toEqual([
      [
        'Phone contains several values (:::)',
        `The second number moves to Secondary phone, and all others are lost. ${ask}`,
      ],
      ['Email contains several values (:::)', 'What should happen to the other values?'],
    ]);
    await sheet.fix('phone:several-phones', 'AU');
    await sheet.fix('email:several-emails', 'move');
    expect(await cellsIn('phone')).toEqual(['+61412345678', '+61412345677']);
    expect(await cellsIn('secondaryPhone')).toEqual(['+61293744000', '']);
    expect(await cellsIn('email')).toEqual(['ann@kauri.test', 'd@kauri.test']);
    expect(await cellsIn('secondaryEmail')).toEqual(['office@kauri.test', '']);
  });

  it('of an export where one has room are the first valid one, once asked', async () => {
    const texts: Cells = {
      phone: '+61 412 345 678 ::: +61 2 9374 4000 ::: +61 2 9374 4001',
      secondaryPhone: '+61 412 345 679',
      secondaryEmail: 'none ::: a@kauri.test ::: b@kauri.test',
      dateOfBirth: '1984-03-14 ::: 1985-03-14',
      amountRequested: '5000 ::: 6000',
      companyName: 'Kauri Ltd ::: Rimu Ltd ::: Totara Ltd',
      notes: 'Rang ::: twice',
    };
    const { issues, ready } = await read({ ...validCells(1), ...texts });
    expect(ready).toBe(0);
    expect(issues.map(({ key }) => key).toSorted()).toEqual([
      'amountRequested:several-values',
      'companyName:several-values',
      'dateOfBirth:several-values',
      'phone:several-values',
      'secondaryEmail:several-values',
    ]);
    for (const { key } of issues) await sheet.fix(key, 'first');
    expect(await cellsIn('phone')).toEqual(['+61 412 345 678']);
    expect(await cellsIn('secondaryPhone')).toEqual(['+61 412 345 679']);
    expect(await cellsIn('secondaryEmail')).toEqual(['a@kauri.test']);
    expect(await cellsIn('dateOfBirth')).toEqual(['1984-03-14']);
    expect(await cellsIn('amountRequested')).toEqual(['5000']);
    expect(await cellsIn('companyName')).toEqual(['Kauri Ltd']);
    expect(await cellsIn('notes')).toEqual(['Rang ::: twice']);
  });

  it('what a link or a label adds to an email is left out unasked', async () => {
    await read(...rowsWith('email', 'mailto:ann@kauri.test', 'office@kauri.test (work)'));
    await sheet.fixAll([]);
    expect(await cellsIn('email')).toEqual(['ann@kauri.test', 'office@kauri.test']);
  });

  it.each<[Cells, string]>([
    [
      { phone: '0412 345 678 / 02 9374 4000', secondaryPhone: '+61412345670' },
      'This cell contains two numbers, and Secondary phone is not empty. Keep one of them here.',
    ],
    [
      { email: 'a@b.test, c@d.test', secondaryEmail: 'e@f.test' },
      'This cell contains two addresses, and Secondary email is not empty. Keep one of them here.',
    ],
    [
      { secondaryEmail: 'a@b.test c@d.test' },
      'This cell contains two addresses. Keep one of them here.',
    ],
  ])('%o is an error that says why', async (cells, advice) => {
    const { issues } = await read({ ...validCells(1), ...cells });
    expect(issues).toMatchObject([{ advice, fix: null }]);
  });

  it('the second value never replaces what a person enters, before the fix or after it', async () => {
    await read(...rowsOf('0412 345 678 / 02 9374 4000'), validCells(9));
    await sheet.fix('phone:two-phones', 'AU');
    const edit = { row: 2, column: 'secondaryPhone', text: '+61412345670' };
    const edited = await sheet.edit([edit]);
    expect(edited.summary).toMatchObject({ ready: 1, invalid: 1 });
    expect(await cellsIn('phone')).toContain('0412 345 678 / 02 9374 4000');
    const { summary } = await sheet.undo();
    expect(summary).toMatchObject({ ready: 2, invalid: 0 });
    expect(await cellsIn('secondaryPhone')).toEqual(['+61293744000', '']);
  });
});
