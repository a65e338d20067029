import { keepPreviousData } from '@tanstack/react-query';
import type * as z from 'zod/mini';

import { listQuery } from '#contract/portal/first-page/first-page.ts';
import { type QuerySchema, toSearchParams } from '#contract/query-string.ts';
import type { dealReads } from '#contract/v1/deal-endpoints.ts';
import type { Grouping, Sort } from '#contract/v1/list-parameters.ts';
import type { leadReads } from '#contract/v1/read-endpoints.ts';
import type { record } from '#contract/v1/records.ts';
import { call, type ServiceResponse } from '#src/api/client.ts';
import { readRecords } from '#src/api/read-record.ts';
import { ServiceError } from '#src/api/service-error.ts';
import { paths } from '#src/lib/paths.ts';

import type { RecordFilters } from './filter-words.ts';
import { toListPage } from './lists.ts';

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

/** The source of the records of a type: the service’s list of them, and their addresses. */
export type RecordSource<Item extends ListedRecord = ListedRecord> = ReturnType<
  typeof recordSource<Item>
>;

interface SourceOptions<Item> {
  readonly type: 'lead' | 'deal';
  /** The address of the page of the list. */
  readonly pageSchema: QuerySchema & z.ZodMiniType<RecordsSearch>;
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
}: SourceOptions<Item>) {
  const list = `${type}s` as const;
  const readRows = readRecords(schema);
  /** Returns the parameters of the request for a page. */
  const params = (search: Partial<RecordsSearch>) =>
    toSearchParams<QuerySchema>(endpoint.query, search);

  async function readPage(query: URLSearchParams, signal: AbortSignal) {
    const options = { query: listQuery(query), signal, read: readRows };
    return toListPage(await call(endpoint, options));
  }

  /** Requests a page, without the cursor if the service rejects it, as with an old address. */
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
    /** Returns a page as the service sent it, on the request of these parameters. */
    toPage: ({ data, ...response }: ServiceResponse<unknown>) =>
      toListPage({ ...response, data: readRows(data) }),
    /** Returns the query for a page. While another page loads, the previous page stays visible. */
    query: (search: RecordsSearch) => ({
      queryKey: [list, 'list', params(search).toString()],
      meta: { records: [type] },
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => read(search, signal),
      placeholderData: keepPreviousData,
    }),
    read,
    listTo: paths[list],
    recordTo: paths[type],
  };
}
