import * as z from 'zod/mini';

import { jsonOf } from './upstream-answers.ts';
import { idText } from './upstream-paths.ts';
import type { UpstreamClient } from './upstream.client.ts';

/** A lead to be found again. Its reference alone proves little: people choose theirs as they like. */
export interface WantedLead {
  readonly reference: string;
  /** What it is told by, where others are looked for beside it that may have the same reference; else its reference. */
  readonly key?: string;
  readonly firstName?: unknown;
  readonly lastName?: unknown;
  readonly companyName?: unknown;
  readonly phone?: unknown;
}

/** A lead as the service behind the portal lists it, as far as it has to be read. */
const listedLead = z.object({
  id: idText,
  createdAt: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  fields: z.looseObject({}),
});
export type ListedLead = z.infer<typeof listedLead>;

/** What a search came to. */
export interface SentLeads {
  /** By reference, or by its key: the one lead there is with that reference, names, company and phone. */
  readonly found: ReadonlyMap<string, ListedLead>;
  /** Those whose reference several leads have, sent or there, that are alike, or none but others or older ones have: a person has to look. */
  readonly unclear: ReadonlySet<string>;
  /** Whether every lead since the time asked for was seen: what is neither found nor unclear is not there. */
  readonly isComplete: boolean;
  /** Why the list could not be read any further; undefined: it could. */
  readonly failure: unknown;
}

/** Bounds of a search. */
interface Bounds {
  /** Leads that are known to be other ones. */
  readonly except?: ReadonlySet<string>;
  /** Leads that were there before any of the wanted was sent: what is older than one of them is none of those. */
  readonly earlier?: ReadonlySet<string>;
  /** Ends the search, with what was found by then. */
  readonly signal?: AbortSignal;
  readonly maxPages?: number;
}

const minute = 60_000;
/** Clocks within one service differ by seconds; where it does not tell the time, its clock may be anywhere near. */
const margin = { reported: 5 * minute, unreported: 60 * minute };

/**
 * Looks for leads that were sent after `since` (by our clock) among the newest ones there. The list is newest first by the usual
 * reading only: where the records say otherwise, it is read to its end. An answer that fails ends the search, it is not thrown.
 */
export async function findSentLeads(
  client: UpstreamClient,
  token: string,
  wanted: readonly WantedLead[],
  since: Date,
  { except = new Set(), earlier = new Set(), signal, maxPages = 100 }: Bounds = {},
): Promise<SentLeads> {
  const references = new Set(wanted.map(({ reference }) => reference));
  const list = new ListReading(references, earlier);
  let start = Infinity;
  let isComplete = false;
  let failure: unknown;
  for (let page = 0; page < maxPages; page += 1) {
    const read = await readPage(client, token, page, signal).catch((error: unknown) => {
      failure = error;
    });
    if (!read) break;
    start = startThere(since, read.time);
    if (!list.add(read.records)) break;
    if (read.records.length > 0 && !list.isPast(start)) continue;
    isComplete = list.isReadable;
    break;
  }
  const listed = list.leads.filter(({ id }) => !except.has(id));
  return { ...matched(wanted, listed, start), isComplete, failure };
}

/** The part of a list that was read, across pages that new leads push on while it is read. */
class ListReading {
  readonly #ids = new Set<string>();
  readonly #references: ReadonlySet<string>;
  readonly #earlier: ReadonlySet<string>;
  /** undefined until two records tell. */
  #isNewestFirst: boolean | undefined;
  #oldest = Infinity;
  #hasEarlier = false;
  /** Whether each record could be read: any other may be the one that is looked for. */
  isReadable = true;
  /** Those with one of the references: of all others no more is held than their ids. */
  readonly leads: ListedLead[] = [];

  constructor(references: ReadonlySet<string>, earlier: ReadonlySet<string>) {
    this.#references = references;
    this.#earlier = earlier;
  }

  /** Takes a page. False: nothing on it is new, so that further pages are no use. */
  add(records: readonly unknown[]): boolean {
    const before = this.#ids.size;
    for (const record of records) {
      const { data: lead } = listedLead.safeParse(record);
      if (!lead) this.isReadable = false;
      else if (!this.#ids.has(lead.id)) this.#take(lead);
    }
    return records.length === 0 || this.#ids.size > before || !this.isReadable;
  }

  /** Whether all that follows is older. */
  isPast(time: number): boolean {
    return this.#isNewestFirst === true && (this.#hasEarlier || this.#oldest < time);
  }

  #take(lead: ListedLead): void {
    const created = Date.parse(lead.createdAt);
    if (created > this.#oldest) this.#isNewestFirst = false;
    else if (created < this.#oldest && this.#ids.size > 0) this.#isNewestFirst ??= true;
    this.#oldest = Math.min(this.#oldest, created);
    this.#hasEarlier ||= this.#earlier.has(lead.id);
    this.#ids.add(lead.id);
    if (this.#references.has(referenceOf(lead.fields))) this.leads.push(lead);
  }
}

async function readPage(
  client: UpstreamClient,
  token: string,
  page: number,
  signal: AbortSignal | undefined,
): Promise<{ records: readonly unknown[]; time: number }> {
  const { firstPage, maxPageSize } = client.config;
  const query = new URLSearchParams({
    page: String(firstPage + page),
    pageSize: String(maxPageSize),
  });
  const answer = await client.read({
    method: 'GET',
    path: '/api/v1/lead',
    query,
    token,
    ...(signal && { signal }),
  });
  const records = z.array(z.unknown()).parse(jsonOf(answer, 'read', token));
  return { records, time: Date.parse(answer.headers.get('date') ?? '') };
}

/** The time to look back to, by the clock of the service: the `Date` of its answers tells how it differs from ours. */
function startThere(since: Date, timeThere: number): number {
  return Number.isNaN(timeThere)
    ? since.getTime() - margin.unreported
    : since.getTime() + (timeThere - Date.now()) - margin.reported;
}

/** `start`: what was there before is none of the wanted, however alike. */
function matched(wanted: readonly WantedLead[], listed: readonly ListedLead[], start: number) {
  const found = new Map<string, ListedLead>();
  const unclear = new Set<string>();
  const byReference = Map.groupBy(listed, ({ fields }) => referenceOf(fields));
  for (const lead of wanted) {
    const { reference, key = reference } = lead;
    const there = byReference.get(reference) ?? [];
    const [one, ...more] = there.filter(
      (candidate) => Date.parse(candidate.createdAt) >= start && isSame(lead, candidate),
    );
    const isRival = (other: WantedLead) =>
      other.reference === reference && one !== undefined && isSame(other, one);
    if (one && more.length === 0 && wanted.filter(isRival).length === 1) found.set(key, one);
    else if (there.length > 0) unclear.add(key);
  }
  return { found, unclear };
}

function referenceOf(fields: Readonly<Record<string, unknown>>): string {
  const reference = fields['partnerLeadReferenceId'];
  return typeof reference === 'string' ? reference.trim() : '';
}

/** Whether the service may have made the listed lead of the wanted one: it may write names and phones in its own way. */
function isSame(wanted: WantedLead, { fields }: ListedLead): boolean {
  const texts = ['firstName', 'lastName', 'companyName'] as const;
  return (
    texts.every((name) => agree(wanted[name], fields[name], words)) &&
    agree(wanted.phone, fields['phone'], digits)
  );
}

function agree(one: unknown, other: unknown, read: (text: string) => string): boolean {
  if (typeof other !== 'string') return true;
  return read(typeof one === 'string' ? one : '') === read(other);
}

function words(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '');
}
