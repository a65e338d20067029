import { infiniteQueryOptions } from '@tanstack/react-query';

import { auditEndpoints, type AuditFilter, auditFilter } from '#contract/portal/audit/audit.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { call } from '#src/api/client.ts';
import { endpointQuery } from '#src/api/endpoint-query.ts';

/** Entries per page. */
const pageSize = 50;

/** The first part of every query key about the audit trail. */
export const auditKey = ['audit'] as const;

/** The query for the entries of the audit trail that a filter finds, newest first, page by page. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...auditKey, filter],
    meta: { records: [] },
    queryFn: async ({ pageParam, signal }) => {
      const query = toSearchParams(auditFilter, filter);
      query.set('pageSize', String(pageSize));
      if (pageParam !== null) query.set('cursor', pageParam);
      return call(auditEndpoints.listAuditEntries, { query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** The query for the people that the audit trail can be filtered by. */
export const auditedPeopleQuery = endpointQuery(
  auditEndpoints.listAuditedPeople,
  [...auditKey, 'people'],
  { records: [] },
);

/** Returns the address of a file of the entries, to be downloaded by the browser itself. */
export function auditFilePath(filter: AuditFilter): string {
  const query = String(toSearchParams(auditFilter, filter));
  const { path } = auditEndpoints.downloadAudit;
  return query === '' ? path : `${path}?${query}`;
}
