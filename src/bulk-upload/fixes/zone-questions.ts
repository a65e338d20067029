import { dateCandidates } from '#src/lib/values/dates.ts';
import { dayInZone, hasZonedTime, isNoon } from '#src/lib/values/zoned-times.ts';

import type { Texts } from './date-questions.ts';
import type { FixPrompt, OfferedOption } from './issue-table.ts';

/** The answer to nothing but the question of the time zone: the day as it is written. */
const asWritten = 'as-written';
const written: OfferedOption = ['', 'As written'];

/**
 * The time zones in which a day can be asked for: those of the countries whose business numbers a
 * lead has. The same for every reader, so that an answer stays one on another machine.
 */
const timeZones: readonly OfferedOption[] = [
  ['Australia/Sydney', 'In Sydney and Melbourne'],
  ['Australia/Brisbane', 'In Brisbane'],
  ['Australia/Adelaide', 'In Adelaide'],
  ['Australia/Darwin', 'In Darwin'],
  ['Australia/Perth', 'In Perth'],
  ['Pacific/Auckland', 'In Auckland'],
  ['Asia/Singapore', 'In Singapore'],
  ['Europe/London', 'In London'],
];

/** Returns the question for dates that have a time with a time zone: which day is meant. */
export function zoneQuestion(texts: Texts): FixPrompt {
  return withTimeZones({ question: '', options: [['', '']] }, texts);
}

/**
 * Returns a question about dates that also asks for the time zone of their days, if any of the
 * dates has a time with a time zone. A time zone in which every time is midnight is proposed. The
 * reader's own is among the first otherwise, and all others are tried once they are chosen.
 */
export function withTimeZones(base: FixPrompt, texts: Texts): FixPrompt {
  if (!hasZonedTimes(texts)) return base;
  const evident = zonesOfMidnight(texts);
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const likely = evident.length === 0 ? [own] : evident;
  const isLikely = ([timeZone]: OfferedOption) => likely.includes(timeZone);
  const first = timeZones.filter(isLikely);
  const isPossible = ([value]: OfferedOption) => base.possible?.includes(value) !== false;
  const possible = evident.length === 0 ? [written, ...timeZones] : first;
  return {
    ...base,
    what: base.what ?? describeMidnights(evident),
    question: base.question === '' ? 'Which day is meant?' : `${base.question} ${andWhichDay}`,
    options: combine(base.options, [written, ...first]),
    others: combine(
      base.options,
      timeZones.filter((one) => !isLikely(one)),
    ),
    proposed: propose(base, evident.includes(own) ? own : evident[0]),
    possible: combine(base.options.filter(isPossible), possible).map(([value]) => value),
  };
}

/** Returns what the title says of times that are all midnight somewhere. */
function describeMidnights(zones: readonly string[]): string | undefined {
  if (zones.length === 0) return undefined;
  const cities = zones.map((timeZone) => timeZone.replace(/^.*\//, ''));
  const list = new Intl.ListFormat('en-AU', { type: 'disjunction' }).format(cities);
  return `are times: midnight in ${list}`;
}

const andWhichDay = 'And which day is meant where a time has a time zone?';

function hasZonedTimes(texts: Texts): boolean {
  for (const text of texts()) if (hasZonedTime(text)) return true;
  return false;
}

/**
 * Returns the time zones in which every time is midnight: those in which most are so exactly. Noon
 * alone is evidence of none: programs also write it so that no time zone changes the day.
 */
function zonesOfMidnight(texts: Texts): string[] {
  let zones = timeZones.map(([timeZone]) => ({ timeZone, exact: 0 }));
  let isNoonAlone = true;
  for (const text of texts()) {
    const { day } = dateCandidates(text)[0] ?? {};
    if (day === undefined || !hasZonedTime(text)) continue;
    isNoonAlone &&= isNoon(text);
    zones = zones.flatMap(({ timeZone, exact }) => {
      const midnight = dayInZone(text, day, timeZone)?.midnight;
      return midnight ? [{ timeZone, exact: midnight === 'exact' ? exact + 1 : exact }] : [];
    });
    if (zones.length === 0) break;
  }
  const most = Math.max(...zones.map(({ exact }) => exact));
  return isNoonAlone
    ? []
    : zones.filter(({ exact }) => exact === most).map(({ timeZone }) => timeZone);
}

/** Returns every option of a question with every time zone. */
const combine = (options: readonly OfferedOption[], zones: readonly OfferedOption[]) =>
  options.flatMap(([value, label]) =>
    zones.map(([zone, day]): OfferedOption => [
      join(' ', value, zone) || asWritten,
      join('; ', label, day),
    ]),
  );

const join = (mark: string, ...parts: readonly string[]) =>
  parts.filter((part) => part !== '').join(mark);

/** Proposes a time zone, where nothing else is asked or that is proposed, too. */
function propose({ question, proposed }: FixPrompt, timeZone: string | undefined) {
  if (timeZone === undefined) return undefined;
  if (question === '') return { value: timeZone };
  return proposed && { value: `${proposed.value} ${timeZone}` };
}
