import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runs } from '#contract/testing/property-runs.ts';
import { dateForm, fixedDate, hasTimeOfDay } from '#src/lib/values/dates.ts';

import { dateQuestion, serialQuestion } from './date-questions.ts';

const pad = (part: number) => String(part).padStart(2, '0');
const anyDay = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const orders = {
  'day-first': (y: string, m: string, d: string) => [d, m, y],
  'month-first': (y: string, m: string, d: string) => [m, d, y],
  'year-first': (y: string, m: string, d: string) => [y, m, d],
} as const;
const order = fc.constantFrom(...(Object.keys(orders) as (keyof typeof orders)[]));

const questionOf = (...texts: string[]) =>
  dateQuestion(
    () => texts,
    () => [],
  );

describe('a date of three numbers', () => {
  it('is the day that was written, once its order and century are chosen', () => {
    const written = fc.tuple(anyDay, order, fc.constantFrom('/', '-', '.', ' '), fc.boolean());
    fc.assert(
      fc.property(written, ([day, chosen, mark, isShort]) => {
        const [y = '', m = '', d = ''] = day.split('-');
        const text = orders[chosen](isShort ? y.slice(2) : y, m, d).join(mark);
        expect(fixedDate(text, `${chosen} ${y.slice(0, 2)}`), text).toBe(day);
      }),
      runs(2_000),
    );
  });

  it('is asked about with all that is open', () => {
    expect(questionOf('14/03/84')).toMatchObject({ question: '', options: [['', '']] });
    expect(questionOf('14/03/15')).toMatchObject({
      question: 'Is the year first or last, and which century are the years in?',
    });
    expect(questionOf('10/11/12', '84-03-14').options.map(([value]) => value)).toEqual([
      'year-first 20',
      'year-first 19',
      'day-first 20',
      'day-first 19',
      'month-first 20',
      'month-first 19',
    ]);
  });

  it('of a column shows its order in the title of the issue', () => {
    expect(questionOf('14/03/1984').what).toBe('are day/month/year');
    expect(questionOf('03/14/1984').what).toBe('are month/day/year');
    expect(questionOf('03/04/1984').what).toBe('are day/month/year or month/day/year');
  });

  it('counts the other dates of the column as evidence', () => {
    const { options } = dateQuestion(
      () => ['1/02/1990'],
      () => ['14/03/84', '15/03/84', '3/14/1984'],
    );
    expect(options.map(([, label]) => label)).toEqual([
      'Day first, as in 2 other dates',
      'Month first, as in 1 other date',
    ]);
  });
});

describe('a serial date', () => {
  it('can have a time of day, which is said to be left out', () => {
    expect(fixedDate('30755.5', '')).toBe('1984-03-14');
    expect([hasTimeOfDay('30755.5'), hasTimeOfDay('30755.0')]).toEqual([true, false]);
    expect(serialQuestion(() => ['43831.25']).options).toEqual([
      ['', 'The time of day is left out'],
    ]);
  });

  it('that is asked about can be one of 1904', () => {
    const { others } = serialQuestion(() => ['30755']);
    expect(others?.map(([value]) => value)).toEqual(['serial-1904']);
    expect(fixedDate('30755', 'serial-1904')).toBe('1988-03-15');
  });
});

describe('a time of day', () => {
  it.each(['14/03/1984 9:05', '14-Mar-84 12:30 PM', '1984-03-14 10:30:00'])('is one: %s', (text) =>
    expect(hasTimeOfDay(text)).toBe(true),
  );
  it.each(['14/03/1984', '14/03/1984 0:00', '14/03/1984 00:00:00', '14/03/1984 12:00 AM'])(
    'is none: %s',
    (text) => expect(hasTimeOfDay(text)).toBe(false),
  );
});

describe('what can be no date', () => {
  const impossible = ['31/02/1990', '14/03/2999', '14/03/0084', '2015', '1404384', '1/2/34567'];
  const incomplete = ['Mar-84', '03/1984', '14 March', 'Mai', 'about 1984', '14 Foo 1984'];
  const several = [
    '14/03/1984 15/03/1985',
    '14/03/1984 - 15/03/1984',
    '1984-03-14; 1985-03-14',
    '14/03/1984 15.03',
    '1984-3-14-15',
    '1/2/3/4',
  ];
  const other = ['before 14 March 1984', 'Monday, 14 March 1984', `14/03/${' '.repeat(90)}84`];

  it.each([...impossible, ...incomplete, ...several, ...other])('%s has no fix', (text) => {
    expect(dateForm(text)).toBeUndefined();
  });

  it('reads the same day of any month as that day, in every language', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.constantFrom('en-AU', 'de', 'fr', 'it', 'es', 'pt', 'nl'),
        fc.constantFrom('long', 'short'),
        (day, language, month) => {
          const [y = '', m = '', d = ''] = day.split('-');
          const name = new Date(Date.UTC(2023, Number(m) - 1, 15)).toLocaleDateString(language, {
            month,
            timeZone: 'UTC',
          });
          const text = `${pad(Number(d))} ${name} ${y}`;
          expect(fixedDate(text, ''), text).toBe(day);
        },
      ),
      runs(1_000),
    );
  });
});
