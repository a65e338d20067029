import { queryOptions, useQueries } from '@tanstack/react-query';

import { maxNamedUsers, partnerEndpoints } from '#contract/portal/partners.ts';

import { call } from './client.ts';
import { useSession } from './session.ts';

type Names = ReadonlyMap<string, string>;

/** The ids of the next request, which all components of one rendering share. */
let batch: { readonly ids: Set<string>; readonly names: Promise<Names> } | undefined;

/** Returns the query for a person’s name; null if the user may not know it. */
function userNameQuery(id: string) {
  return queryOptions({
    queryKey: ['user-names', id],
    meta: { records: [] },
    queryFn: async () => (await namesWith(id)).get(id) ?? null,
    staleTime: 5 * 60_000,
  });
}

async function namesWith(id: string): Promise<Names> {
  if (batch === undefined || batch.ids.size >= maxNamedUsers) {
    const ids = new Set<string>();
    const names = Promise.resolve().then(async () => readNames(ids));
    batch = { ids, names };
  }
  batch.ids.add(id);
  return batch.names;
}

async function readNames(ids: ReadonlySet<string>): Promise<Names> {
  if (batch?.ids === ids) batch = undefined;
  const query = new URLSearchParams(Array.from(ids, (id) => ['id', id]));
  const data = await call(partnerEndpoints.listUserNames, { query });
  return new Map(data.map(({ id, name }) => [id, name]));
}

/**
 * Returns the names of the people of a record’s field, and how many others it has; undefined until
 * they are loaded. Support sees the ids of those without a name.
 */
export function useUserNames(value: unknown) {
  const { account } = useSession();
  const ids = [value].flat().flatMap(getId);
  const queries = useQueries({ queries: ids.map(userNameQuery) });
  if (queries.some(({ isPending }) => isPending)) return undefined;
  const isSupport = account.role === 'support';
  const names = queries.flatMap(({ data }, at) => data ?? (isSupport ? (ids[at] ?? []) : []));
  return { names, others: ids.length - names.length };
}

function getId(user: unknown): string[] {
  const id: unknown = typeof user === 'object' && user !== null && 'id' in user ? user.id : null;
  return typeof id === 'string' ? [id] : [];
}
