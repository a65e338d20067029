import * as z from 'zod/mini';

import { v1 } from '#contract/v1/endpoints.ts';
import { requestRecords } from '#server/upstream/client/upstream-pages.ts';
import { idText } from '#server/upstream/client/upstream-paths.ts';
import type { UpstreamClient } from '#server/upstream/client/upstream.client.ts';

/** A lead to find. Its reference alone is not enough, because people choose references freely. */
export interface TargetLead {
  readonly reference: string;
  /**
   * Identifies the lead in the result when other target leads may have the same reference; default:
   * the reference.
   */
  readonly key?: string;
  readonly firstName?: unknown;
  readonly lastName?: unknown;
  readonly companyName?: unknown;
  readonly phone?: unknown;
}

/** The parts of a lead in the upstream service's list that are needed here. */
const listedLead = z.object({
  id: idText,
  createdAt: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  fields: z.looseObject({}),
});
export type ListedLead = z.infer<typeof listedLead>;

/** The result of a search. */
export interface SentLeads {
  /**
   * By reference or key: the only lead with that reference and the same names, company and phone.
   */
  readonly found: ReadonlyMap<string, ListedLead>;
  /**
   * References or keys for which leads with the reference exist, but no unique match: several leads
   * match, several target leads match, or all differ or are too old. A person has to check.
   */
  readonly unclear: ReadonlySet<string>;
  /**
   * Whether the search saw every lead since the given time: a lead neither found nor unclear then
   * does not exist.
   */
  readonly isComplete: boolean;
  /** The error that ended the search; undefined when there was none. */
  readonly failure: unknown;
}

/** The bounds of a search. */
interface Bounds {
  /** Ids of leads that are known to be other leads. */
  readonly except?: ReadonlySet<string>;
  /**
   * Ids of leads that existed before any target lead was sent: older leads cannot be a target lead.
   */
  readonly earlier?: ReadonlySet<string>;
  /** Aborts the search; the leads found by then are returned. */
  readonly signal?: AbortSignal;
  readonly maxPages?: number;
}

const minute = 60_000;
/**
 * Milliseconds. The clocks within one service differ by seconds. When the service does not send a
 * `Date`, its clock can differ from ours by much more.
 */
const clockMarginMs = { reported: 5 * minute, unreported: 60 * minute };

/**
 * Searches the newest leads of the upstream service for leads sent after `since`. A
 * list is usually newest first; when its records show another order, the whole list is read. A
 * failing response ends the search and is returned, not thrown.
 */
export async function findSentLeads(
  client: UpstreamClient,
  token: string,
  targets: readonly TargetLead[],
  since: Date,
  { except = new Set(), earlier = new Set(), signal, maxPages = 100 }: Bounds = {},
): Promise<SentLeads> {
  const references = new Set(targets.map(({ reference }) => reference));
  const { firstPage, maxPageSize } = client.config;
  const reader = new ListReader(references, earlier);
  let start = Infinity;
  let isComplete = false;
  let failure: unknown;
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({ page: `${firstPage + page}`, pageSize: `${maxPageSize}` });
    const list = { client, path: v1.listLeads.path, token, signal };
    const read = await requestRecords(list, query).catch((error: unknown) => {
      failure = error;
    });
    if (!read) break;
    const serviceTime = Date.parse(read.response.headers.get('date') ?? '');
    start = searchStart(since, client.now(), serviceTime);
    if (!reader.add(read.records)) break;
    if (read.records.length > 0 && !reader.isPast(start)) continue;
    isComplete = reader.isReadable;
    break;
  }
  const listed = reader.leads.filter(({ id }) => !except.has(id));
  return { ...matchLeads(targets, listed, start), isComplete, failure };
}

/** The part of a list that has been read. New leads can shift its pages while it is read. */
class ListReader {
  readonly #ids = new Set<string>();
  readonly #references: ReadonlySet<string>;
  readonly #earlier: ReadonlySet<string>;
  /** undefined until two records show the order. */
  #isNewestFirst: boolean | undefined;
  #oldest = Infinity;
  #hasEarlier = false;
  /** Whether every record was valid: an invalid one may be a target lead. */
  isReadable = true;
  /** The leads with a target reference; only the ids of others are stored. */
  readonly leads: ListedLead[] = [];

  constructor(references: ReadonlySet<string>, earlier: ReadonlySet<string>) {
    this.#references = references;
    this.#earlier = earlier;
  }

  /**
   * Adds a page. Returns false when the page contains nothing new, so that reading further pages is
   * useless.
   */
  add(records: readonly unknown[]): boolean {
    const before = this.#ids.size;
    for (const record of records) {
      const { data: lead } = listedLead.safeParse(record);
      if (!lead) this.isReadable = false;
      else if (!this.#ids.has(lead.id)) this.#addLead(lead);
    }
    return records.length === 0 || this.#ids.size > before || !this.isReadable;
  }

  /** Returns whether all following leads are older. */
  isPast(time: number): boolean {
    return this.#isNewestFirst === true && (this.#hasEarlier || this.#oldest < time);
  }

  #addLead(lead: ListedLead): void {
    const created = Date.parse(lead.createdAt);
    if (created > this.#oldest) this.#isNewestFirst = false;
    else if (created < this.#oldest && this.#ids.size > 0) this.#isNewestFirst ??= true;
    this.#oldest = Math.min(this.#oldest, created);
    this.#hasEarlier ||= this.#earlier.has(lead.id);
    this.#ids.add(lead.id);
    if (this.#references.has(readReference(lead.fields))) this.leads.push(lead);
  }
}

/**
 * Returns the time to search back to, by the clock of the service. The `Date` header of a response
 * shows how far that clock differs from ours.
 */
function searchStart(since: Date, now: Date, serviceTime: number): number {
  return Number.isNaN(serviceTime)
    ? since.getTime() - clockMarginMs.unreported
    : since.getTime() + (serviceTime - now.getTime()) - clockMarginMs.reported;
}

/** Matches the target leads with the listed leads. A lead created before `start` never matches. */
function matchLeads(targets: readonly TargetLead[], listed: readonly ListedLead[], start: number) {
  const found = new Map<string, ListedLead>();
  const unclear = new Set<string>();
  const byReference = Map.groupBy(listed, ({ fields }) => readReference(fields));
  for (const lead of targets) {
    const { reference, key = reference } = lead;
    const candidates = byReference.get(reference) ?? [];
    const [one, ...more] = candidates.filter(
      (candidate) => Date.parse(candidate.createdAt) >= start && mayBeSame(lead, candidate),
    );
    const isRival = (other: TargetLead) =>
      other.reference === reference && one !== undefined && mayBeSame(other, one);
    if (one && more.length === 0 && targets.filter(isRival).length === 1) found.set(key, one);
    else if (candidates.length > 0) unclear.add(key);
  }
  return { found, unclear };
}

/** Returns the reference of a lead; empty if it has none. */
export function readReference(fields: Readonly<Record<string, unknown>>): string {
  const reference = fields['partnerLeadReferenceId'];
  return typeof reference === 'string' ? reference.trim() : '';
}

/**
 * Returns whether the listed lead may be the target lead: the service may normalise names and
 * phones.
 */
function mayBeSame(target: TargetLead, { fields }: ListedLead): boolean {
  const texts = ['firstName', 'lastName', 'companyName'] as const;
  return (
    texts.every((name) => areSame(target[name], fields[name], normalizedText)) &&
    areSame(target.phone, fields['phone'], keepDigits)
  );
}

function areSame(one: unknown, other: unknown, read: (text: string) => string): boolean {
  if (typeof other !== 'string') return true;
  return read(typeof one === 'string' ? one : '') === read(other);
}

function normalizedText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

const keepDigits = (text: string): string => text.replaceAll(/\D/g, '');
