import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { templateColumnIndex } from '#contract/bulk-upload/lead-template.ts';
import { leadFields } from '#contract/v1/leads.ts';
import { openTestSheet } from '#src/testing/test-sheet.ts';

const { sheet, readQuoted } = openTestSheet();

const column = 'dateOfBirth';
const { rule } = leadFields[column];
const columnIndex = templateColumnIndex(column);

const names =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
/** The names of the months in other languages. */
const namesIn = (language: string) =>
  names.map((_, month) =>
    new Date(Date.UTC(2023, month, 15)).toLocaleDateString(language, { month: 'long' }),
  );
const [german, french, spanish, italian] = ['de', 'fr', 'es', 'it'].map(namesIn);
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const today = new Date().toISOString().slice(0, 10);
/** The latest date accepted: in the earliest time zones the day may already be tomorrow. */
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const pad = (part: number, length = 2) => String(part).padStart(length, '0');

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly iso: string;
}

/** Every day of the calendar from year 1 to 9999, with recent years more frequent. */
const anyDay = fc
  .oneof(
    fc.record({ year: fc.integer({ min: 1, max: 9999 }), at: fc.integer({ min: 0, max: 365 }) }),
    fc.record({ year: fc.integer({ min: 1890, max: 2030 }), at: fc.integer({ min: 0, max: 365 }) }),
  )
  .map(({ year, at }): Day => {
    const date = new Date(0);
    date.setUTCFullYear(year, 0, 1 + at);
    const [month, dayOfMonth] = [date.getUTCMonth() + 1, date.getUTCDate()];
    const whole = date.getUTCFullYear();
    return {
      year: whole,
      month,
      day: dayOfMonth,
      iso: `${pad(whole, 4)}-${pad(month)}-${pad(dayOfMonth)}`,
    };
  })
  .filter(({ year }) => year <= 9999);

const separator = fc.constantFrom('/', '-', '.', ' ');

/** A day as people and programs write it. */
const written = anyDay.chain((one) =>
  fc.tuple(separator, fc.boolean()).chain(([mark, isPadded]) => {
    const number = (part: number) => (isPadded ? pad(part) : String(part));
    const { year, month, day: d } = one;
    const y = pad(year, 4);
    const name = names[month - 1]!;
    const weekday = weekdays[new Date(`${one.iso}T00:00:00Z`).getUTCDay()];
    return (
      fc
        .constantFrom(
          [number(d), number(month), y].join(mark),
          [number(month), number(d), y].join(mark),
          [number(d), number(month), y.slice(2)].join(mark),
          [number(month), number(d), y.slice(2)].join(mark),
          [y, number(month), number(d)].join(mark),
          [number(d), name.slice(0, 3), y].join(mark),
          [number(d), name.slice(0, 3), y.slice(2)].join(mark),
          [y.slice(2), pad(month), pad(d)].join(mark),
          [y, name.slice(0, 3), number(d)].join(mark),
          `${y}${pad(month)}${pad(d)}`,
          `${pad(d)}${pad(month)}${y}`,
          `${pad(month)}${pad(d)}${y}`,
          `${d} ${name} '${y.slice(2)}`,
          `${name} ${d}, ’${y.slice(2)}`,
          `${d}. ${german![month - 1]} ${y}`,
          `${d} ${french![month - 1]} ${y}`,
          `${d} de ${spanish![month - 1]} de ${y}`,
          `${d}-${italian![month - 1]!.slice(0, 3)}-${y}`,
          `${y}年${month}月${d}日`,
          `${one.iso} 10:30:00`,
          `${one.iso} 00:00:00 UTC`,
          `${number(d)}/${number(month)}/${y} 9:05 PM`,
          `${name} ${d}, ${y}`,
          `${weekday}, ${d} ${name} ${y}`,
          `${number(d)}/${number(month)}/${y} 0:00`,
          one.iso,
          `${one.iso}T10:30:00Z`,
        )
        // A two-digit year always means a year from 1900 to today.
        .filter((text) => text.includes(y) || (year >= 1900 && one.iso <= today))
        // Eight digits that begin with a year from 1900 on begin with the year: 19010712 is not
        // 19 January 712.
        .filter((text) => year >= 1900 || !/^(19|20)\d{6}$/.test(text))
        .map((text) => ({ one, text }))
    );
  }),
);

/**
 * Returns the first cell of a column after all fixes without a question; undefined if unchanged.
 */
async function oneClick(...texts: readonly string[]): Promise<string | undefined> {
  const { issues } = await readQuoted(...texts.map((text) => ({ [column]: text })));
  for (const { key, column: name, fix } of issues)
    if (name === column && fix?.question === null) await sheet.fix(key, null);
  const [row] = await sheet.rows({ kind: 'all' }, 0, 1);
  return row?.changed[columnIndex] === undefined ? undefined : row.cells[columnIndex];
}

/**
 * Returns every value that would be stored for a cell without a question: from the form (the text
 * itself or its suggestion), and from a column with other texts (after its fixes).
 */
async function storedFieldsOf(text: string, ...others: readonly string[]): Promise<string[]> {
  const result = rule(text);
  if (result.error === undefined) return [result.value];
  const stored = [result.suggestion, await oneClick(text, ...others)];
  return stored.filter((one) => one !== undefined);
}

const runs = { numRuns: 200 };

describe('a date', () => {
  it('however it is written, is never taken for another day, nor for one before 1900 or to come', async () => {
    await fc.assert(
      fc.asyncProperty(written, async ({ one, text }) => {
        const stored = await storedFieldsOf(text);
        expect(stored, text).toEqual(stored.map(() => one.iso));
        expect(stored.filter((day) => day < '1900-01-01' || day > tomorrow)).toEqual([]);
      }),
      runs,
    );
  });

  it('keeps to itself in a column of others', async () => {
    await fc.assert(
      fc.asyncProperty(
        written,
        fc.array(written, { maxLength: 6 }),
        async ({ one, text }, others) => {
          const stored = await storedFieldsOf(text, ...others.map((other) => other.text));
          expect(stored, text).toEqual(stored.map(() => one.iso));
        },
      ),
      runs,
    );
  });

  it('is never made of a year, nor of another short number, alone or among serial numbers', async () => {
    const short = fc.oneof(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 0, max: 9999 }));
    const serials = fc.array(fc.integer({ min: 30_000, max: 46_000 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(short, fc.constantFrom(1, 5), serials, async (number, length, others) => {
        expect(await storedFieldsOf(pad(number, length), ...others.map(String))).toEqual([]);
      }),
      runs,
    );
  });

  it('is written in every way that is no question, and becomes that day', async () => {
    const inNumbers = ['1984-03-14 10:30', '1984.03.14', '19840314', '14031984', '84-03-14'];
    const namedMonths = ['14-Mar-84', "14 March '84", '1984-Mar-14', '14th of March 1984'];
    const inLanguages = [
      '14. März 1984',
      '14 Mär 84',
      '14 mars 1984',
      '14 marzo 1984',
      '1984年3月14日',
    ];
    const withMore = ['Wed 14 Mar 1984', 'mercredi 14 mars 1984', '14-MAR-84 12:00:00 AM'];
    for (const text of [...inNumbers, ...namedMonths, ...inLanguages, ...withMore])
      expect(await storedFieldsOf(text), text).toContain('1984-03-14');
  });

  it('of a workbook, as its number, is that day; one that reads as day, month and year too is asked about', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 10_000, max: 46_000 }), async (serial) => {
        const iso = new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10);
        const [first, second, year] = [serial / 10_000, (serial / 100) % 100, serial % 100].map(
          Math.trunc,
        ) as [number, number, number];
        const isMonth = second >= 1 && second <= 12;
        const isDay = [1900, 2000].some(
          (century) =>
            century + year <= new Date().getUTCFullYear() &&
            second >= 1 &&
            second <= new Date(century + year, first, 0).getDate(),
        );
        expect(await storedFieldsOf(String(serial))).toEqual(isMonth || isDay ? [] : [iso]);
      }),
      runs,
    );
  });
});
