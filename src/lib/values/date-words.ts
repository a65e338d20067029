/**
 * The languages whose names of months and days are read: those of Excel’s usual editions that
 * write Latin letters. In these, no name of a month means two different months.
 */
const languages = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'mi'];
/** Further names and spellings that people write. */
const extraMonths: Readonly<Record<string, number>> = { sept: 9, maerz: 3 };
/** A Sunday, and the middle of January: the first names of each list. */
const firstSunday = Date.UTC(2023, 0, 1);
const dayMs = 86_400_000;

let months: ReadonlyMap<string, number> | undefined;
let weekdays: ReadonlyMap<string, number> | undefined;

/** Returns the number of a month, 1 to 12, by its name or its usual short form. */
export function monthNamed(word: string): number | undefined {
  months ??= new Map([...namesIn('month', 12), ...Object.entries(extraMonths)]);
  return findNumber(months, word, 3);
}

/** Returns the number of a day of the week, 0 for Sunday, by its name or its usual short form. */
export function weekdayNamed(word: string): number | undefined {
  weekdays ??= namesIn('weekday', 7);
  return findNumber(weekdays, word, 2);
}

/**
 * Returns the number of the one name that the word is or begins; undefined if it begins names of
 * several numbers.
 */
function findNumber(names: ReadonlyMap<string, number>, word: string, minLetters: number) {
  const target = normalise(word);
  const exact = names.get(target);
  if (exact !== undefined || target.length < minLetters) return exact;
  const matching = [...names]
    .filter(([name]) => name.startsWith(target))
    .map(([, number]) => number);
  return matching.every((number) => number === matching[0]) ? matching[0] : undefined;
}

/** Returns the names of the months or weekdays; those that mean two of them are left out. */
function namesIn(part: 'month' | 'weekday', count: number): Map<string, number> {
  const names = new Map<string, number | undefined>();
  for (const language of languages)
    for (const length of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { [part]: length, timeZone: 'UTC' });
      for (let at = 0; at < count; at += 1) {
        const number = part === 'month' ? at + 1 : at;
        const day = part === 'month' ? Date.UTC(2023, at, 15) : firstSunday + at * dayMs;
        const name = normalise(format.format(day));
        names.set(name, (names.get(name) ?? number) === number ? number : undefined);
      }
    }
  return new Map([...names].flatMap(([name, at]) => (at === undefined ? [] : [[name, at]])));
}

/** Returns a word in lower case, without accents and full stops. */
function normalise(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase();
}
