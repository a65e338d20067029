import { describe, expect, it } from 'vitest';

import { csvLine, encodeCsv } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns, templateHeader } from '#contract/bulk-upload/lead-template.ts';

import { recognise } from './recognise-file.ts';

const ada = 'Ada,Lovelace,Engines Ltd,+61491570156';
const plain = `${templateHeader}\r\n${ada}\r\n`;

/** Returns a text as bytes, one per character code. */
function latin(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function macRoman(text: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder('macintosh');
  const letters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  return Uint8Array.from(text, (char) => letters.indexOf(char));
}

function utf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) bytes.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(bytes.buffer);
}

function of(...parts: BlobPart[]) {
  return recognise(new File(parts, 'leads.csv'));
}

const mark = latin('\u00ef\u00bb\u00bf');

describe('what the specification asks for', () => {
  it('plain ASCII with the template’s header has nothing to fix', async () => {
    expect(await of(plain)).toEqual({
      kind: 'csv',
      encoding: 'windows-1252',
      encodingName: 'plain ASCII',
      delimiter: ',',
      samples: [],
      columns: templateColumns.map(({ name }, columnIndex) => ({
        found: name,
        columnIndex,
        column: name,
        difference: 'same',
      })),
      notices: [],
      parseOptions: { encoding: 'windows-1252', delimiter: ',', columns: null },
      isExact: true,
    });
  });

  it('windows-1252 shows an accented cell in each encoding that could be meant', async () => {
    const found = await of(latin(`${plain}Jos\u00e9,"Na\u00efve, L\u00e9a",Caf\u00e9\r\n`));
    expect(found).toMatchObject({ isExact: true, encodingName: 'windows-1252', notices: [] });
    expect(found.samples).toEqual([
      { encoding: 'windows-1252', text: 'José' },
      { encoding: 'macintosh', text: 'JosÈ' },
    ]);
  });

  it('finds the first accent far into the file', async () => {
    const many = `${ada}\r\n`.repeat(150_000);
    const found = await of(latin(plain), many, latin('Jos\u00e9,Smith\r\n'));
    expect(found.encodingName).toBe('windows-1252');
  });
});

describe('encodings', () => {
  const accented = `${templateHeader}\nHēmi,Ngāti,Café 東京,+64491570156\n`;

  it.each([
    ['UTF-16 (little endian) with BOM', 'utf-16le', [utf16(`\ufeff${accented}`, true)]],
    ['UTF-16 (little endian) without BOM', 'utf-16le', [utf16(accented, true)]],
    ['UTF-16 (big endian) with BOM', 'utf-16be', [utf16(`\ufeff${accented}`, false)]],
    ['UTF-16 (big endian) without BOM', 'utf-16be', [utf16(accented, false)]],
    [
      'Mac Roman',
      'macintosh',
      [latin(`${plain}Jos\u008e,Mu\u0096oz,Fran\u008doise & Bj\u009arn\r`)],
    ],
  ])('%s is named and fixed by reading it so', async (encodingName, encoding, parts) => {
    const found = await of(...parts);
    const parseOptions = { encoding, delimiter: ',', columns: null };
    expect(found).toMatchObject({ encodingName, encoding, parseOptions, isExact: false });
    expect(found.notices).toMatchObject([
      {
        kind: 'encoding',
        weight: 'fix',
        parseOptions,
        title: expect.stringContaining(encodingName),
      },
    ]);
    expect(found.notices[0]?.action).toMatch(/^Read as /);
  });

  it.each([
    ['UTF-8 with BOM', [mark, accented]],
    ['UTF-8 with BOM', [mark, plain]],
    ['UTF-8 without BOM', [accented]],
  ])('%s is read as it is, and said calmly', async (encodingName, parts) => {
    const found = await of(...parts);
    const parseOptions = { encoding: 'utf-8', delimiter: ',', columns: null };
    expect(found).toMatchObject({ encodingName, encoding: 'utf-8', parseOptions, isExact: true });
    expect(found.notices).toMatchObject([
      {
        kind: 'encoding',
        weight: 'info',
        title: 'This file is saved as UTF-8.',
        advice: 'We can read it; nothing is lost.',
        action: null,
      },
    ]);
  });

  it.each([
    ['utf-8', ['Hēmi', 'HÄ“mi', 'Hƒìmi'], [accented]],
    ['utf-8', ['Hēmi'], [mark, accented]],
    ['utf-16be', ['Hēmi'], [utf16(accented, false)]],
  ])('%s shows a cell as %j', async (_, texts, parts) => {
    expect((await of(...parts)).samples.map(({ text }) => text)).toEqual(texts);
  });

  it('takes typographic signs for windows-1252, not for Mac Roman', async () => {
    const found = await of(latin(`${plain}Pat,O\u0092Brien,Smith \u0096 Sons,\u008050\r\n`));
    expect(found).toMatchObject({ encoding: 'windows-1252', isExact: true });
  });

  it.each(['“Baker”', '‘a’', 'Ó Ú', 'Ð', 'Ã', 'É', 'ü', '½', 'Ø', '€50', 'Zoë', 'Åström', 'Ž'])(
    'reads %s as it was downloaded',
    async (text) => {
      const { bytes, encoding } = encodeCsv(`${templateHeader}\r\n${csvLine([text])}`);
      expect(await of(bytes)).toMatchObject({ encoding });
    },
  );

  it.each(['José', 'José Müller', 'Zoë', 'niño', 'François', 'Søren'])(
    'never takes the few strange bytes of %s for Mac Roman',
    async (name) => {
      const found = await of(macRoman(`${plain}${name},Smith,Co,+61491570156\r\n`));
      expect(found.encoding).toBe('windows-1252');
      expect(found.samples).toContainEqual({ encoding: 'macintosh', text: name });
    },
  );

  it('says so when the bytes after a mark do not fit it', async () => {
    const found = await of(mark, latin(`${plain}Jos\u00e9,Smith\r\n`));
    expect(found.parseOptions).toBeNull();
    expect(found.notices).toMatchObject([{ kind: 'encoding', weight: 'stop' }]);
  });
});

describe('what is no CSV', () => {
  it.each([
    ['workbook', 'an Excel workbook (.xlsx)', 'PK\u0003\u0004…[Content_Types].xml'],
    [
      'open-document',
      'an OpenDocument sheet (.ods)',
      'PK\u0003\u0004…mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
    ],
    [
      'old-workbook',
      'an old Excel workbook (.xls)',
      '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1…',
    ],
    ['pdf', 'a PDF', '%PDF-1.7\n…'],
    ['binary', 'a ZIP archive', 'PK\u0003\u0004…photo.jpg'],
    ['binary', 'a web page or XML', '<html><table><tr><td>firstName'],
  ])('a file under the name of a CSV that is %s', async (kind, name, start) => {
    const found = await of(latin(start));
    expect(found).toMatchObject({ kind, parseOptions: null, isExact: false });
    expect(found.notices).toMatchObject([
      {
        kind: 'not-csv',
        weight: 'stop',
        title: `This is ${name}, not CSV.`,
        advice: expect.stringContaining('“CSV UTF-8 (comma delimited)”'),
      },
    ]);
  });

  it.each([
    ['nul-bytes', [plain, '\0\0\0']],
    ['empty', []],
    ['empty', [mark]],
    ['empty', ['\r\n \r\n']],
    ['header-only', [templateHeader]],
    ['header-only', [`${templateHeader}\r\n\r\n`]],
  ])('%s stops', async (kind, parts) => {
    const found = await of(...parts);
    expect(found).toMatchObject({ parseOptions: null, notices: [{ kind, weight: 'stop' }] });
  });
});

describe('dialects', () => {
  it.each([
    [';', 'semicolons'],
    ['\t', 'tabs'],
    ['|', 'pipes'],
  ])('cells separated by %j are named', async (delimiter, name) => {
    const found = await of(plain.replaceAll(',', delimiter));
    expect(found).toMatchObject({
      delimiter,
      isExact: false,
      parseOptions: { delimiter, columns: null },
    });
    expect(found.notices).toMatchObject([
      { kind: 'delimiter', weight: 'fix', title: expect.stringContaining(name) },
    ]);
  });

  it('takes Excel’s line “sep=” at its word and leaves it away', async () => {
    const found = await of(`sep=;\r\n${plain.replaceAll(',', ';')}`);
    expect(found).toMatchObject({ delimiter: ';', parseOptions: { columns: null } });
    expect(found.notices.map(({ kind, weight }) => [kind, weight])).toEqual([
      ['delimiter', 'fix'],
      ['separator-line', 'info'],
    ]);
  });

  it('reads rows that end with a return alone, and says so', async () => {
    const found = await of(plain.replaceAll('\r\n', '\r'));
    expect(found).toMatchObject({
      isExact: true,
      notices: [{ kind: 'line-ends', weight: 'info' }],
    });
  });

  it('names a quote that opens in the header and never closes', async () => {
    const found = await of(`"firstName${plain.slice(9)}`);
    expect(found.notices).toContainEqual(
      expect.objectContaining({ kind: 'unclosed-quote', weight: 'stop' }),
    );
    expect(found.parseOptions).toBeNull();
  });
});

describe('columns', () => {
  it('other columns are matched on one click and named', async () => {
    const found = await of(
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
    expect(found.notices[0]?.advice).toBe(
      `1 is spelled differently, 3 go by another name, 1 is not in the template and will be ignored, and ${templateColumns.length - 4} are missing and will be empty. Nothing in the file is changed.`,
    );
  });

  it('a required column that is missing is named', async () => {
    const found = await of('firstName,companyName\nAda,Engines\n');
    expect(found.parseOptions).toBeNull();
    expect(found.notices).toMatchObject([
      { weight: 'stop', title: 'It has no column lastName and phone, which every lead needs.' },
    ]);
  });

  it.each(['', `${ada}\r\n`])('a file without a header is told so', async (rows) => {
    const found = await of(`${ada}\r\n${rows}`);
    expect(found.notices).toMatchObject([
      { weight: 'stop', title: 'Its first line does not name any column of the template.' },
    ]);
  });
});
