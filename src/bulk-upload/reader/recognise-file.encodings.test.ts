import { describe, expect, it } from 'vitest';

import { csvLine } from '#contract/bulk-upload/csv-text.ts';
import { templateHeader } from '#contract/bulk-upload/lead-template.ts';
import { latin, mark, validCsv, recogniseParts, utf16 } from '#src/testing/csv-parts.ts';
import { encodedText } from '#src/testing/fake-encoding.ts';

import { recognise } from './recognise-file.ts';
import { readFileRows } from './row-reader.ts';

describe('encodings', () => {
  const accented = `${templateHeader}\nHēmi,Ngāti,Café 東京,+64491570156\n`;

  it.each([
    ['UTF-16 (little endian) with BOM', 'utf-16le', [utf16(`\ufeff${accented}`, true)]],
    ['UTF-16 (little endian) without BOM', 'utf-16le', [utf16(accented, true)]],
    ['UTF-16 (big endian) with BOM', 'utf-16be', [utf16(`\ufeff${accented}`, false)]],
    ['UTF-16 (big endian) without BOM', 'utf-16be', [utf16(accented, false)]],
  ])('%s is named and fixed by reading it so', async (encodingName, encoding, parts) => {
    const found = await recogniseParts(...parts);
    const parseOptions = { encoding, delimiter: ',', columns: null };
    expect(found).toMatchObject({ encodingName, encoding, parseOptions, isExact: false });
    expect(found.notices).toMatchObject([{ kind: 'encoding', weight: 'fix', parseOptions }]);
    expect(found.notices[0]?.action).toMatch(/^Read as /);
  });

  it.each([
    ['UTF-8 with BOM', [mark, accented]],
    ['UTF-8 with BOM', [mark, validCsv]],
    ['UTF-8 without BOM', [accented]],
  ])('%s is read as it is, without a notice', async (encodingName, parts) => {
    const found = await recogniseParts(...parts);
    const parseOptions = { encoding: 'utf-8', delimiter: ',', columns: null };
    expect(found).toMatchObject({ encodingName, encoding: 'utf-8', parseOptions, isExact: true });
    expect(found.notices).toEqual([]);
  });

  it.each([
    ['utf-8', ['Café 東京 · Hēmi · Ngāti', 'CafÃ© æ\u009d±äº¬ · HÄ“mi · NgÄ\u0081ti'], [accented]],
    ['utf-8', ['Hēmi'], [mark, accented]],
    ['utf-16be', ['Hēmi'], [utf16(accented, false)]],
  ])('%s shows cells as %j', async (_, texts, parts) => {
    const { samples } = await recogniseParts(...parts);
    expect(samples.slice(0, 2).map(({ text }) => text)).toEqual(texts);
  });

  const west = ['José', 'Muñoz', 'Françoise & Björn', 'Groß', 'Ångström', 'Hélène'];

  it.each(['cp850', 'cp437', 'macintosh'])(
    'what Excel saves as %s is read by its letters, which are shown, without a question',
    async (encoding) => {
      const rows = west.map((name) => `${name},Smith,Co,+61491570156\r`).join('');
      const found = await recogniseParts(encodedText(validCsv + rows, encoding));
      expect(found).toMatchObject({ isExact: true, notices: [] });
      expect(found.samples[0]).toMatchObject({ encoding: found.encoding, isLikely: true });
      expect(found.samples[0]?.text.split(' · ').every((name) => west.includes(name))).toBe(true);
      const alone = found.samples.filter(({ isLikely }) => isLikely).map(({ text }) => text);
      expect(new Set(alone).size).toBe(alone.length);
    },
  );

  it('takes typographic signs for windows-1252, not for Mac Roman', async () => {
    const found = await recogniseParts(
      latin(`${validCsv}Pat,O\u0092Brien,Smith \u0096 Sons,\u008050\r\n`),
    );
    expect(found).toMatchObject({ encoding: 'windows-1252', isExact: true });
  });

  it.each(['“Baker”', '‘a’', 'Ó Ú', 'Ã', 'É', 'ü', '½', 'Ø', '€50', 'Zoë', 'Åström', 'Ž'])(
    'reads %s as Excel writes it in plain CSV',
    async (text) => {
      const found = await recogniseParts(
        encodedText(`${templateHeader}\r\n${csvLine([text])}`, 'windows-1252'),
      );
      expect(found).toMatchObject({ encoding: 'windows-1252' });
    },
  );

  it.each(['José', 'José Müller', 'Zoë', 'François', 'Søren'])(
    'never takes the few strange bytes of %s for Mac Roman without a question',
    async (name) => {
      const found = await recogniseParts(
        encodedText(`${validCsv}${name},Smith,Co,+61491570156\r\n`, 'macintosh'),
      );
      expect(found.isExact).toBe(false);
      expect(found.samples).toContainEqual({ encoding: 'macintosh', text: name, isLikely: true });
      expect(found.notices[0]).toMatchObject({
        kind: 'encoding',
        weight: 'warn',
        title: expect.stringMatching(/^We read this file as .+: “/),
      });
    },
  );

  it('takes Siân and siân@… for windows-1252, and shows what differs in Baltic text', async () => {
    const row = (name: string) => `${name},Müller,Co,+61491570156,${name}@harbour.test\r\n`;
    const western = await recogniseParts(
      latin(validCsv + ['Siân', 'Ian', 'Siân'].map(row).join('')),
    );
    expect(western).toMatchObject({ encoding: 'windows-1252', isExact: true });
    const letters = ['Jānis Bērziņš', 'Līga Kalniņa', 'Māra Müller'].map(row).join('');
    const baltic = await recogniseParts(encodedText(validCsv + letters, 'windows-1257'));
    const likely = baltic.samples.filter(({ isLikely }) => isLikely);
    const [cells = ''] = likely.flatMap((one) => (one.encoding === 'windows-1257' ? one.text : []));
    expect(cells).toMatch(/^Jānis Bērziņš · /);
    expect(likely.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Jânis Bçrziòð · /),
    );
    expect(baltic).toMatchObject({
      isExact: false,
      notices: [{ kind: 'encoding', weight: 'warn' }],
    });
  });

  it('shows the cells that differ most, not the first ones', async () => {
    const same = ['Zoë', 'José', 'Müller', 'René'].map((name) => `${name},Co\r\n`).join('');
    const found = await recogniseParts(
      encodedText(`${validCsv}${same}Kovačević,Co\r\n`, 'windows-1250'),
    );
    expect(found.isExact).toBe(false);
    expect(found.samples.every(({ text }) => /^Kova.+?vi.* · /.test(text))).toBe(true);
    expect(found.samples).toContainEqual({
      encoding: 'windows-1250',
      isLikely: true,
      text: expect.stringMatching(/^Kovačević · /),
    });
  });

  const ofMsDos =
    'Müller,MUÑOZ,José,España,ESPAÑA,PEÑA,5ª,3º,nº,Groß,Weiß,STRAßE,Hauptstraße'.split(',');

  it.each(ofMsDos)('proposes a lone %s of MS-DOS among ASCII as it was written', async (text) => {
    const found = await recogniseParts(encodedText(`${validCsv}${text}\r\nBob\r\n`, 'cp850'));
    expect(found).toMatchObject({ encoding: 'cp850', isExact: false });
    const likely = found.samples.filter(({ isLikely }) => isLikely);
    expect(likely.map(({ encoding }) => encoding)).toContain('windows-1252');
  });

  it.each(ofMsDos)('reads a lone %s of windows-1252', async (text) => {
    const found = await recogniseParts(latin(`${validCsv}${text}\r\n`));
    expect(found).toMatchObject({ encoding: 'windows-1252', isExact: true });
  });

  it.each([
    ['Kiær', 'windows-1252'],
    ['Ð', 'windows-1252'],
    ['Lőrinc', 'windows-1250'],
    ['Bútor Műhely', 'windows-1250'],
    ['Dağ', 'windows-1254'],
    ['Tuğba Dağ', 'windows-1254'],
    ['Pão', 'cp850'],
    ['Věra', 'cp852'],
    ['Plzeň Veselý', 'cp852'],
    ['kitą savaitę', 'windows-1257'],
  ])(
    'a word or two that can be of several encodings can be chosen from: %s',
    async (text, encoding) => {
      const found = await recogniseParts(encodedText(`${validCsv}${text}\r\n`, encoding));
      expect(
        found.samples.filter(({ isLikely }) => isLikely).map(({ text: one }) => one),
      ).toContain(text);
    },
  );

  it('reads a file of windows-1252 whose only accent is its last byte', async () => {
    const found = await recogniseParts(latin(`${validCsv}Charlotte,Bront\u00e9`));
    expect(found).toMatchObject({ encoding: 'windows-1252', isExact: true });
  });

  it.each([
    ['koi8-r', 'Иван Петров'],
    ['windows-1251', 'Ольга Соловьёва'],
    ['windows-1253', 'Γιώργος Παπαδόπουλος'],
    ['windows-1255', 'יעקב כהן'],
    ['windows-1256', 'محمد حسين'],
    ['windows-874', 'สมชาย ใจดี'],
    ['shift_jis', '佐藤健'],
    ['euc-jp', '株式会社みどり'],
    ['euc-kr', '김민수'],
    ['big5', '陳怡君'],
    ['gb18030', '张敏'],
  ])('%s is asked about once, with %s among the readings', async (encoding, text) => {
    const rows = `${text},Co\r\n`.repeat(3);
    const found = await recogniseParts(encodedText(validCsv + rows, encoding));
    expect(found).toMatchObject({
      isExact: false,
      notices: [{ kind: 'encoding', weight: 'warn' }],
    });
    expect(found.samples).toContainEqual({ encoding, text, isLikely: true });
  });

  it('stays UTF-8 where one byte is wrong, and says where', async () => {
    const rows = `Zoë,Müller,Café,+61491570156\r\nHēmi,Ngata,`;
    const file = new File([validCsv, rows, latin('Caf\u00e9,+61491570157\r\n')], 'leads.csv');
    const { parseOptions, encoding } = await recognise(file);
    expect(encoding).toBe('utf-8');
    const { notices } = await readFileRows(file, parseOptions!, () => undefined);
    expect(notices).toMatchObject([
      { weight: 'stop', title: 'Row 4, Company name, is not UTF-8.' },
    ]);
  });

  it('says so when the bytes after a mark do not fit it', async () => {
    const found = await recogniseParts(mark, latin(`${validCsv}Jos\u00e9,Smith\r\n`));
    expect(found.parseOptions).toBeNull();
    expect(found.notices).toMatchObject([
      {
        kind: 'encoding',
        weight: 'stop',
        title: 'Row 3, First name, is not UTF-8.',
        advice: expect.stringContaining('In windows-1252, the cell is “José”.'),
      },
    ]);
  });

  it.each([
    ['little endian, with a mark', '\ufeff', true],
    ['little endian', '', true],
    ['big endian, with a mark', '\ufeff', false],
    ['big endian', '', false],
  ])('UTF-32, %s, is said to contain NUL bytes', async (_, bom, isLittle) => {
    const characters = Array.from(`${bom}${validCsv}`);
    const view = new DataView(new ArrayBuffer(characters.length * 4));
    for (const [at, character] of characters.entries())
      view.setUint32(at * 4, character.codePointAt(0) ?? 0, isLittle);
    const found = await recognise(new Blob([view]));
    expect(found).toMatchObject({ parseOptions: null, notices: [{ kind: 'nul-bytes' }] });
    expect(found.notices[0]?.advice).toContain('CSV UTF-8');
  });
});
