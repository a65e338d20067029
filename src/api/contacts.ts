import { queryOptions, useQueries } from '@tanstack/react-query';

import { type Contact, partnerEndpoints, maxNamedUsers } from '#contract/portal/partners.ts';

import { call } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';
import { useSession } from './session.ts';

/** The query for the contacts that a lead can be assigned to; support staff have no access. */
export const contactsQuery = endpointQuery(partnerEndpoints.listContacts, ['contacts'], {
  records: [],
  staleTime: 5 * 60_000,
});

/** The query for the partners that support can choose from. */
export const partnersQuery = endpointQuery(partnerEndpoints.listPartners, ['partners'], {
  records: [],
  staleTime: 5 * 60_000,
});

/** Returns contacts as the options of a choice. */
export function contactOptions(
  contacts: readonly Pick<Contact, 'id' | 'firstName' | 'lastName'>[],
) {
  return contacts.map(({ id, firstName, lastName }) => ({
    value: id,
    label: `${firstName} ${lastName}`.trim(),
  }));
}

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

/** Shows the people of a record’s field by name: "Jane Doe and 2 others". */
export function UserNames({ value }: { value: unknown }): string {
  const { account } = useSession();
  const ids = [value].flat().flatMap(getId);
  const queries = useQueries({ queries: ids.map(userNameQuery) });
  if (queries.some(({ isPending }) => isPending)) return '…';
  const isSupport = account.role === 'support';
  const names = queries.flatMap(({ data }, at) => data ?? (isSupport ? (ids[at] ?? []) : []));
  const others = ids.length - names.length;
  if (others === 0) return names.join(', ');
  if (names.length === 0) return others === 1 ? 'Someone else' : `${others} people`;
  return `${names.join(', ')} and ${others} ${others === 1 ? 'other' : 'others'}`;
}

function getId(user: unknown): string[] {
  const id: unknown = typeof user === 'object' && user !== null && 'id' in user ? user.id : null;
  return typeof id === 'string' ? [id] : [];
}
