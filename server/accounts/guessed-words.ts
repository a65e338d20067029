/** Words that somebody guessing a password of this portal tries before all others. */
export const guessedWords: readonly string[] = [
  // What the portal is, and who uses it for what.
  'partner portal platform broker lender lending borrower loan finance funding business credit',
  'mortgage capital commission referral settlement application deal lead client customer contact',
  'company office account invoice payment money bank admin administrator manager operator support',
  'staff team user guest service system login signin access password passwort passcode secret',
  'welcome letmein changeme test demo temp',
  // What people add when a password has to be renewed.
  'january february march april june july august september october november december',
  'monday tuesday wednesday thursday friday saturday sunday',
  'winter spring summer autumn christmas easter',
  // Where they are.
  'australia zealand aotearoa britain england scotland wales ireland singapore',
  'sydney melbourne brisbane perth adelaide canberra hobart darwin newcastle geelong cairns',
  'auckland wellington christchurch hamilton dunedin tauranga london manchester birmingham',
  'edinburgh glasgow cardiff belfast dublin leeds bristol liverpool',
].flatMap((line) => line.split(' '));

/** How letters are disguised. */
const disguises: Record<string, string> = {
  a: '4@',
  e: '3',
  i: '1!',
  l: '1',
  o: '0',
  s: '5$',
  t: '7',
};
const year = '(?:19|20)[0-9]{2}';

/**
 * Returns a password without its easily guessed parts: each of the words, also disguised
 * (`p0rtal`), and each year becomes one letter; repeated words and separators are removed. So
 * `Winter2026!!` is as good as `xx!!`, and spaces make nothing harder to guess.
 */
export function withoutGuessedWords(password: string, words: readonly string[]): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length).map(disguised);
  const guessed = new RegExp(`(?:${longestFirst.join('|')})s?|${year}`, 'giu');
  const seen = new Set<string>();
  const once = password.replaceAll(/[\p{L}\p{N}]+/gu, (word) => {
    const isNew = !seen.has(word.toLowerCase());
    seen.add(word.toLowerCase());
    return isNew ? word : '';
  });
  return once.replaceAll(guessed, 'x').replaceAll(/[\s._-]+/g, '');
}

/** Returns the expression for a word of letters and digits, however its letters are disguised. */
const disguised = (word: string) =>
  word.replaceAll(/[aeilost]/g, (letter) => `[${letter}${disguises[letter] ?? ''}]`);
