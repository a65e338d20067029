import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { csvLine } from '#contract/bulk-upload/csv-text.ts';
import { templateColumnIndex } from '#contract/bulk-upload/lead-template.ts';
import { encodedText } from '#src/testing/fake-encoding.ts';
import { languages, misreadCases, westernWords } from '#src/testing/misread-samples.ts';

import { recognise } from './recognise-file.ts';
import type { FileNotice } from './recognition.ts';
import { readFileRows } from './row-reader.ts';

const header = 'firstName,lastName,companyName,phone,businessAddress.city,notes\r\n';
const first = templateColumnIndex('firstName');
const last = templateColumnIndex('lastName');
const company = templateColumnIndex('companyName');
const city = templateColumnIndex('businessAddress.city');
const notes = templateColumnIndex('notes');

/** Returns a CSV row whose cells are written as they should be read. */
const rowOf = (name: string, surname = 'Baker', town = 'Perth', note = '') =>
  csvLine([name, surname, `${surname} Ltd`, '+61491570156', town, note]);

/**
 * Reads a file with the default parse options. Returns its cells and the notices about its letters
 * before anything is submitted.
 */
async function read(...parts: BlobPart[]) {
  const file = new File(parts, 'leads.csv');
  return readAs(file, await recognise(file));
}

async function readAs(
  file: File,
  { parseOptions, encoding, notices, samples }: Awaited<ReturnType<typeof recognise>>,
) {
  const rows: (readonly string[])[] = [];
  const { notices: reported } = await readFileRows(file, parseOptions!, (slice) => {
    rows.push(...slice.rows);
  });
  const letters = reported.filter(({ kind }) => kind === 'letters');
  const isSaid = [...notices, ...reported].some(
    ({ kind }) => kind === 'letters' || kind === 'encoding',
  );
  const likely = samples.filter(({ isLikely }) => isLikely).map(({ text }) => text);
  return { encoding, rows, letters, isSaid, likely };
}

const inEncoding = (encoding: string, ...lines: string[]) =>
  read(encodedText(header + lines.join(''), encoding));

/** Reads a file of MS-DOS as Western European text. */
async function misread(...lines: string[]) {
  const file = new File([encodedText(header + lines.join(''), 'cp850')], 'leads.csv');
  const found = await recognise(file);
  expect(found.encoding).toBe('cp850');
  return readAs(file, {
    ...found,
    parseOptions: { ...found.parseOptions!, encoding: 'windows-1252' },
  });
}

const textOf = ([notice]: readonly FileNotice[]) =>
  [notice?.title, ...(notice?.examples ?? [])].join('\n');

describe('a file in an encoding that is not recognised', () => {
  it.each(misreadCases)(
    '$is names in $encoding read exactly, or are warned of',
    async ({ words, encoding }) => {
      const lines = words.map((word) => rowOf(word, word, word));
      const { rows, isSaid } = await inEncoding(encoding, ...lines);
      const isExact = rows.every((row, at) => row[first] === words[at] && row[city] === words[at]);
      expect(isExact || isSaid).toBe(true);
    },
  );

  it.each(['José', 'Zoë', 'Müller', 'niño', 'François', 'Søren'])(
    'a lone %s of Mac Roman or of MS-DOS is asked about, or can be chosen beside what it is read as',
    async (name) => {
      for (const encoding of ['macintosh', 'cp850', ...(name === 'Søren' ? [] : ['cp437'])]) {
        const found = await inEncoding(encoding, rowOf(name));
        expect(found.isSaid || found.likely[0] !== name, encoding).toBe(true);
        expect(found.likely, encoding).toContain(name);
      }
    },
  );

  it('tells the rows as Excel counts them, the columns and the texts, a few of them, and how many there are', async () => {
    const lines = ['Ada', 'Müller', 'José', 'Noah', 'Jörg', 'Käthe'].map((name) =>
      rowOf('A', name),
    );
    const { letters } = await misread(...lines);
    expect(textOf(letters)).toBe(
      [
        'The letters of 8 cells look wrong.',
        'Row 3, Last name: M\ufffdller',
        'Row 3, Company name: M\ufffdller Ltd',
        'Row 4, Last name: Jos‚',
      ].join('\n'),
    );
    expect(letters[0]).toMatchObject({ weight: 'warn' });
    expect(letters[0]).not.toHaveProperty('action');
    expect(letters[0]?.advice).toContain('CSV UTF-8 (comma delimited)');
    expect(letters[0]?.advice).toContain('In MS-DOS cp850, the first would be “Müller”.');
  });

  it('finds the only such name in the last of many rows', async () => {
    const many = rowOf('Ada', 'Zoë').repeat(20_000);
    const { letters } = await read(
      encodedText(header + many, 'windows-1252'),
      encodedText(rowOf('Ada', 'Jörg'), 'cp850'),
    );
    expect(textOf(letters)).toContain('Row 20,002, Last name: J”rg');
  });

  it('shows of a long text what stands around the letters', async () => {
    const note = `${'Rang on Monday. '.repeat(40)}Ask for Müller.${' Rang again.'.repeat(40)}`;
    const { letters } = await misread(rowOf('Ada', 'Baker', 'Perth', note));
    expect(textOf(letters)).toMatch(/Row 2, Notes: ….*M\ufffdller\. Rang again.*…$/);
  });
});

describe('letters that were lost before the file was saved', () => {
  it.each([
    ['H?mi', 'Ng?ti', 'Whang?rei'],
    ['Nguy?n', 'Tr?n', 'Hu?'],
    ['?ukasz', 'Baker', 'Perth'],
    ['Nguy??n', 'Baker', 'Perth'],
    ['Ada', 'Te-?ra', 'Perth'],
    ['????', '??????', 'Perth'],
    ['H\ufffdmi', 'Baker', 'Perth'],
  ])('%s %s of %s is warned of', async (name, surname, town) => {
    for (const encoding of ['windows-1252', 'utf-8']) {
      if (encoding === 'windows-1252' && name.includes('\ufffd')) continue;
      const { letters } = await inEncoding(encoding, rowOf('Ada'), rowOf(name, surname, town));
      expect(textOf(letters)).toMatch(/^Letters are missing in \d cells?\.\nRow 3, /);
      expect(letters[0]?.advice).toContain('CSV UTF-8 (comma delimited)');
    }
  });

  it.each([
    ['Hemi?', 'Baker ?', 'Perth', 'Call back?'],
    ['Ada', '?', '??', 'Is it him ?Or her?'],
    ['Ada', '???', 'Perth', 'Who?what?'],
    ['Ada', 'www.shop.test/a?b=c', 'https://a.test/b?c', 'a?b'],
  ])('%j, %j, %j and %j are taken as they stand', async (...cells) => {
    expect((await inEncoding('windows-1252', rowOf(...cells))).letters).toEqual([]);
  });
});

describe('what gives no warning', () => {
  it('a file in windows-1252, whatever names of the West it holds', async () => {
    const text = fc
      .array(fc.constantFrom(...westernWords), { minLength: 1, maxLength: 3 })
      .map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text, text, text), { minLength: 1, maxLength: 20 }),
        async (table) => {
          const { isSaid, letters, rows } = await inEncoding(
            'windows-1252',
            rowOf('José Muñoz', 'Zoë Brontë', 'Åse Groß'),
            ...table.map((cells) => rowOf(...cells)),
          );
          expect(letters).toEqual([]);
          expect(isSaid).toBe(false);
          expect(
            rows.slice(1).map((row) => [row[first], row[last], row[city], row[notes]]),
          ).toEqual(table);
          expect(rows[1]?.[company]).toBe(`${table[0]?.[1]} Ltd`);
        },
      ),
    );
  });

  it.each(['José', 'Müller', 'Zoë', 'O’Brien', 'Peña', 'Åse', 'François', 'Søren', 'João', 'Weiß'])(
    'a file in windows-1252 with %s alone',
    async (name) => {
      expect(await inEncoding('windows-1252', rowOf(name))).toMatchObject({
        encoding: 'windows-1252',
        isSaid: false,
      });
    },
  );

  it('sentences with the signs that word processors write', async () => {
    const note =
      'He said: “Call me—tomorrow…” – 25 °C, ½ day, 10 × 20 m², €5,000 or £4,500; the client’s café (n° 12). Naïve? •First •Second and…then';
    const { letters } = await inEncoding('windows-1252', rowOf('Zoë', 'O’Brien', 'Genève', note));
    expect(letters).toEqual([]);
  });

  it('a file in UTF-8, whatever it holds, with a mark or without', async () => {
    const lines = languages.flatMap(({ words }) => words.map((word) => rowOf(word, word, word)));
    for (const mark of ['', '\ufeff']) {
      const { letters, rows } = await read(encodedText(mark + header + lines.join(''), 'utf-8'));
      expect(letters).toEqual([]);
      expect(rows.at(-1)?.[first]).toBe('박지훈');
    }
  });
});
