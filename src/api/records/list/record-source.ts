import { keepPreviousData } from '@tanstack/react-query';
import type * as z from 'zod/mini';

import { listQuery } from '#contract/portal/first-page/first-page.ts';
import { type QuerySchema, toSearchParams } from '#contract/query-string.ts';
import type { dealReads } from '#contract/v1/deal-endpoints.ts';
import type { Grouping, Sort } from '#contract/v1/list-parameters.ts';
import type { leadReads } from '#contract/v1/read-endpoints.ts';
import type { record } from '#contract/v1/records.ts';
import { call, type ServiceResponse } from '#src/api/client.ts';
import { type ReadRecord, readRecords } from '#src/api/read-record.ts';
import { ServiceError } from '#src/api/service-error.ts';
import { paths } from '#src/lib/paths.ts';

import type { RecordFilters } from './filter-words.ts';
import type { TotalQuery } from './list-page.ts';
import { type ListPage, toListPage } from './lists.ts';

/** The search of a list of records, as the address of its page has it. */
export type RecordsSearch = RecordFilters & {
  readonly sort: Sort;
  /** The names of the chosen columns; none: the usual ones. */
  readonly columns: readonly string[];
  /** The field by which the rows are grouped. */
  readonly group?: Grouping | '';
  /** Whether to show the records as a list or as a board, where there is one. */
  readonly view?: 'list' | 'board';
  /** Which column of the board to show where there is space for one. */
  readonly column?: string;
};

/** The fields of every record that lists know. */
export interface ListedRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly fields: {
    readonly status: string;
    readonly subStatus: string;
    readonly statusSinceDate: string;
    readonly subStatusSinceDate: string;
    readonly lastActivityDate: string | null;
    readonly broker: { readonly id: string; readonly name: string } | null;
    readonly brokerRep: {
      readonly id: string;
      readonly firstName: string;
      readonly lastName: string;
    } | null;
  };
}

type RecordPage<Item> = ListPage<ReadRecord<Item>>;

/** The query for a page of a list of records. */
interface RecordPageQuery<Item> extends TotalQuery {
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<RecordPage<Item>>;
}

/** The source of the records of a type: the service’s list of them, and their addresses. */
export interface RecordSource<Item extends ListedRecord = ListedRecord> {
  readonly type: 'lead' | 'deal';
  readonly list: 'leads' | 'deals';
  /** The address of the page of the list. */
  readonly pageSchema: QuerySchema & z.ZodMiniType<RecordsSearch>;
  /** Returns the parameters of the request for a page. */
  readonly params: (search: Partial<RecordsSearch>) => URLSearchParams;
  /** Returns a page as the service sent it, on the request of these parameters. */
  readonly toPage: (response: ServiceResponse<unknown>) => RecordPage<Item>;
  /** Returns the query for a page. While another page loads, the previous page stays visible. */
  readonly query: (search: RecordsSearch) => RecordPageQuery<Item>;
  /** Requests a page, without the cursor if the service rejects it, as with an old address. */
  readonly read: (search: RecordsSearch, signal: AbortSignal) => Promise<RecordPage<Item>>;
  /** Returns the link to the list. */
  readonly listTo: typeof paths.leads;
  /** Returns the link to a record. */
  readonly recordTo: typeof paths.lead;
}

interface SourceOptions<Item> extends Pick<RecordSource, 'type' | 'pageSchema'> {
  readonly endpoint: typeof leadReads.listLeads | typeof dealReads.listDeals;
  /** The schema of a record. */
  readonly schema: ReturnType<typeof record> & z.ZodMiniType<Item>;
}

/** Returns where the records of a type come from. */
export function recordSource<Item extends ListedRecord>({
  type,
  pageSchema,
  endpoint,
  schema,
}: SourceOptions<Item>): RecordSource<Item> {
  const list = `${type}s` as const;
  const readRows = readRecords(schema);
  const params = (search: Partial<RecordsSearch>) =>
    toSearchParams<QuerySchema>(endpoint.query, search);

  async function readPage(query: URLSearchParams, signal: AbortSignal) {
    const options = { query: listQuery(query), signal, read: readRows };
    return toListPage(await call(endpoint, options));
  }

  async function read(search: RecordsSearch, signal: AbortSignal) {
    const query = params(search);
    try {
      return await readPage(query, signal);
    } catch (error) {
      const isCursorWrong = error instanceof ServiceError && error.fields['cursor'] !== undefined;
      if (!isCursorWrong || !query.has('cursor')) throw error;
      query.delete('cursor');
      return readPage(query, signal);
    }
  }

  return {
    type,
    list,
    pageSchema,
    params,
    toPage: ({ data, ...response }) => toListPage({ ...response, data: readRows(data) }),
    query: (search) => ({
      queryKey: [list, 'list', params(search).toString()],
      meta: { records: [type] },
      queryFn: async ({ signal }) => read(search, signal),
      placeholderData: keepPreviousData,
    }),
    read,
    listTo: paths[list],
    recordTo: paths[type],
  };
}
