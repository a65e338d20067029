import * as z from 'zod/mini';

/**
 * A sort order: a field's name and a direction. In a query, a `-` before the name means descending.
 */
export interface Sort<V extends string = string> {
  readonly by: V;
  readonly descending: boolean;
}

/**
 * Returns the schema of a query parameter: `z.parse` reads it, `z.encode` writes it. `absent` is
 * its default; `read` returns undefined for an invalid input, which is rejected with the message
 * `rejection`; `json` is its JSON Schema.
 */
function parameter<T>(definition: {
  absent: T;
  read: (input: unknown) => T | undefined;
  write: (value: T) => string | string[];
  rejection: string;
  json: Record<string, unknown>;
}) {
  const schema = z.codec(z.optional(z.unknown()), z.custom<T>(), {
    decode: (input, context): T => {
      const value = input === undefined ? definition.absent : definition.read(input);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', message: definition.rejection, input });
      return z.NEVER;
    },
    encode: definition.write,
  });
  z.globalRegistry.add(schema, definition.json);
  return schema;
}

/** Returns the schema of a whole number; `prepare` changes one that is valid. */
export function wholeNumber(
  range: { min?: number; max?: number; absent: number; description?: string },
  prepare = (value: number): number => value,
) {
  const { min = 1, max, absent, ...described } = range;
  return parameter<number>({
    absent,
    read: (input) => {
      const value = typeof input === 'string' && /^\d+$/.test(input) ? Number(input) : -1;
      return value >= min && value <= (max ?? value) ? prepare(value) : undefined;
    },
    write: String,
    rejection: `Use a whole number from ${min}${max === undefined ? '' : ` to ${max}`}.`,
    json: {
      type: 'integer',
      minimum: min,
      ...(max && { maximum: max }),
      default: absent,
      ...described,
    },
  });
}

/** Returns the schema of a text on one line; `prepare` changes an input before it is validated. */
export function oneText(
  max: number,
  description: string,
  prepare = (input: string): string => input,
) {
  return parameter<string>({
    absent: '',
    read: (input) => {
      const text = typeof input === 'string' ? prepare(input) : undefined;
      return text !== undefined && isOneLine(text, max) ? text.trim() : undefined;
    },
    write: (text) => (text === '' ? [] : text),
    rejection: `Send this once, on one line of at most ${max} characters.`,
    json: { type: 'string', maxLength: max, description },
  });
}

/** Returns whether a text has at most `max` characters and is a single line of text. */
export function isOneLine(text: string, max: number): boolean {
  return text.length <= max && text.isWellFormed() && !/\p{Cc}/u.test(text);
}

/** Returns a text as one line: tabs, line breaks and all other white space become single spaces. */
export const toOneLine = (text: string): string => text.replaceAll(/[\s\u0085]+/g, ' ').trim();

/** Maximum number of days before now that a moment can be. */
export const maxDaysAgo = 3650;

/** Returns the number of days of a moment such as `P14D`, 14 days before now; else undefined. */
export function daysAgo(text: string): number | undefined {
  const [, days] = /^P([1-9]\d{0,3})D$/.exec(text) ?? [];
  return days !== undefined && Number(days) <= maxDaysAgo ? Number(days) : undefined;
}

/** Returns the moment that is this many days before now, whenever it is read. */
export const momentOfDaysAgo = (days: number) => `P${days}D`;

/**
 * Returns the schema of a moment: an ISO date-time with its time zone, read as UTC, or an ISO
 * duration in days, which counts back from now; or one of some words.
 */
export function moment(description: string, keywords: readonly string[] = []) {
  return parameter<string>({
    absent: '',
    read: (input) => {
      if (typeof input !== 'string') return undefined;
      if (daysAgo(input) !== undefined || keywords.includes(input)) return input;
      const isWhole = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(input);
      const at = isWhole ? Date.parse(input) : Number.NaN;
      const text = Number.isNaN(at) ? '' : new Date(at).toISOString();
      // The database has no year 0, and dates beyond the year 9999 have another form.
      return /^(?!0000)\d{4}-/.test(text) ? text : undefined;
    },
    write: (text) => (text === '' ? [] : text),
    rejection:
      'Use a date and time with its time zone, e.g. 2026-11-20T16:10:00Z, or a number of days before now, e.g. P14D.',
    json: { type: 'string', description },
  });
}

export function anyFrom<const V extends string>(values: readonly V[]) {
  return parameter<V[]>({
    absent: [],
    read: (input) => {
      const texts = [input].flat();
      const known = texts.flatMap((text) => values.find((value) => value === text) ?? []);
      return known.length === texts.length ? [...new Set(known)] : undefined;
    },
    write: (chosen) => chosen,
    rejection: `Use any of: ${values.join(', ')}.`,
    json: { type: 'array', items: { type: 'string', enum: values } },
  });
}

/** Returns the schema of a yes or no; absent is neither. */
export function yesOrNo(description: string) {
  return parameter<'' | 'yes' | 'no'>({
    absent: '',
    read: (input) => (input === 'yes' || input === 'no' ? input : undefined),
    write: (value) => (value === '' ? [] : value),
    rejection: 'Use yes or no.',
    json: { type: 'string', enum: ['yes', 'no'], description },
  });
}

/** The groupings of a list. */
export const groupings = ['status', 'waitingOn', 'contact'] as const;
export type Grouping = (typeof groupings)[number];

/** Returns the schema of what records are grouped by; absent: they are not. */
export function chosenGroup() {
  return parameter<Grouping | ''>({
    absent: '',
    read: (input) => groupings.find((grouping) => grouping === input),
    write: (grouping) => (grouping === '' ? [] : grouping),
    rejection: `Use one of: ${groupings.join(', ')}.`,
    json: { type: 'string', enum: groupings, description: 'What the records are grouped by.' },
  });
}

/** Returns the schema of the names of columns to show, in their order; none: the usual ones. */
export function chosenColumns() {
  return parameter<readonly string[]>({
    absent: [],
    read: (input) =>
      typeof input === 'string' && input.length <= 2000 && /^[a-z]+(\.[a-z]+)*$/i.test(input)
        ? [...new Set(input.split('.'))]
        : undefined,
    write: (names) => (names.length === 0 ? [] : names.join('.')),
    rejection: 'Send names of columns with a dot between them.',
    json: { type: 'string', maxLength: 2000 },
  });
}

export function sortBy<const V extends string>(fields: readonly ('createdAt' | V)[]) {
  return parameter<Sort<'createdAt' | V>>({
    absent: { by: 'createdAt', descending: true },
    read: (input) => {
      const descending = typeof input === 'string' && input.startsWith('-');
      const by = fields.find((field) => field === (descending ? input.slice(1) : input));
      return by && { by, descending };
    },
    write: ({ by, descending }) => `${descending ? '-' : ''}${by}`,
    rejection: `Use one of: ${fields.join(', ')}; a minus before it for descending.`,
    json: {
      type: 'string',
      enum: fields.flatMap((field) => [field, `-${field}`]),
      default: '-createdAt',
    },
  });
}
