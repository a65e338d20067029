import * as z from 'zod/mini';

import { dealStatuses, dealSubStatuses, leadStatuses } from './values.ts';

/** Whom a record can wait for: who has to act for it to go on; nobody, once it has ended. */
export const waitingOnValues = ['partner', 'client', 'lender', 'nobody'] as const;
export type WaitingOn = (typeof waitingOnValues)[number];

/** What can become of a lead: it is in progress, has become a deal, or has ended without one. */
export const leadOutcomes = ['open', 'converted', 'ended'] as const;
export type LeadOutcome = (typeof leadOutcomes)[number];

/**
 * Defaults and limits of paging (design, section 3). Pages count from 1. A larger page number than
 * `maxPage`, which no list reaches, is read as `maxPage`.
 */
export const paging = { page: 1, pageSize: 20, maxPageSize: 100, maxPage: 1_000_000_000 };

/** Maximum number of records to count for a filtered list. A larger total is omitted. */
export const maxFilteredTotal = 10_000;

const recordSorts = ['createdAt', 'updatedAt', 'statusSinceDate', 'subStatusSinceDate'] as const;
export const leadSorts = [...recordSorts, 'amountRequested'] as const;
export const dealSorts = [...recordSorts, 'amount'] as const;

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

function wholeNumber(read: (value: number) => number | undefined, absent: number, most?: number) {
  return parameter<number>({
    absent,
    read: (input) => {
      const isWhole = typeof input === 'string' && /^\d+$/.test(input) && Number(input) >= 1;
      return isWhole ? read(Number(input)) : undefined;
    },
    write: String,
    rejection: `Use a whole number from 1${most === undefined ? '' : ` to ${most}`}.`,
    json: { type: 'integer', minimum: 1, ...(most && { maximum: most }), default: absent },
  });
}

function oneText(max: number, description: string) {
  return parameter<string>({
    absent: '',
    read: (input) =>
      typeof input === 'string' &&
      input.length <= max &&
      input.isWellFormed() &&
      !/\p{Cc}/u.test(input)
        ? input.trim()
        : undefined,
    write: (text) => (text === '' ? [] : text),
    rejection: `Send this once, on one line of at most ${max} characters.`,
    json: { type: 'string', maxLength: max, description },
  });
}

/** Returns the schema of a moment: an ISO date-time with its time zone, read as UTC. */
function moment(description: string) {
  return parameter<string>({
    absent: '',
    read: (input) => {
      const isWhole =
        typeof input === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(input);
      const at = isWhole ? Date.parse(input) : Number.NaN;
      const text = Number.isNaN(at) ? '' : new Date(at).toISOString();
      // The database has no year 0, and dates beyond the year 9999 have another form.
      return /^(?!0000)\d{4}-/.test(text) ? text : undefined;
    },
    write: (text) => (text === '' ? [] : text),
    rejection: 'Use a date and time with its time zone, e.g. 2026-11-20T16:10:00Z.',
    json: { type: 'string', format: 'date-time', description },
  });
}

function anyOf<const V extends string>(values: readonly V[]) {
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

function sortBy<const V extends string>(fields: readonly ('createdAt' | V)[]) {
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

/** The query parameters that select a page of a list. */
export const pageParameters = {
  page: wholeNumber((page) => Math.min(page, paging.maxPage), paging.page),
  pageSize: wholeNumber(
    (size) => (size <= paging.maxPageSize ? size : undefined),
    paging.pageSize,
    paging.maxPageSize,
  ),
};

const q = oneText(200, 'Words to search for, all of them; one or two letters: how a word begins.');
const cursor = oneText(500, 'From a Link header: continues without repeating or losing a row.');

/**
 * Filters of this portal's own records, by which each number of the home page links to its rows. In
 * front of an existing service they are not applied, and the portal does not show them.
 */
const ownFilters = {
  waitingOn: anyOf(waitingOnValues),
  createdSince: moment('Created at this time or later.'),
  createdBefore: moment('Created before this time.'),
  changedSince: moment('Created or changed after this time by somebody else than the caller.'),
  brokerId: oneText(100, 'The partner.'),
  brokerRepId: oneText(100, 'The contact.'),
};
const ownLeadFilters = { ...ownFilters, outcome: anyOf(leadOutcomes) };

/** The names of the filters that only this portal's own records have. */
export const ownFilterNames: readonly string[] = Object.keys(ownLeadFilters);

/**
 * The query of `GET /lead`. The specification has `page` and `pageSize`; the design adds the rest
 * (section 3). All but paging, sort and cursor are filters, and combine.
 */
export const leadListQuery = z.object({
  ...pageParameters,
  q,
  status: anyOf(leadStatuses),
  subStatus: anyOf(leadStatuses),
  ...ownLeadFilters,
  sort: sortBy(leadSorts),
  cursor,
});
export type LeadListQuery = z.infer<typeof leadListQuery>;

/** The query of `GET /deal`. */
export const dealListQuery = z.object({
  ...pageParameters,
  q,
  status: anyOf(dealStatuses),
  subStatus: anyOf([...new Set(Object.values(dealSubStatuses).flat())]),
  ...ownFilters,
  sort: sortBy(dealSorts),
  cursor,
});
export type DealListQuery = z.infer<typeof dealListQuery>;
