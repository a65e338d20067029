import type { InjectOptions } from 'fastify';

import type { Role } from '#contract/endpoint.ts';
import type { Db } from '#server/db/connect.ts';
import type { Person } from '#server/testing/people.ts';

import type { RecordKind, Owner } from './access-test-data.ts';

/**
 * The response’s status by the record’s owner, in the order of `owners`: own, colleague,
 * stranger, missing, malformed.
 */
type ByOwner = readonly [number, number, number, number, number];

/** Returns the payload to send for a caller and a record. */
export type Send = (call: { id: string; caller: Person; db: Db }) => Sent | Promise<Sent>;
type Sent = Pick<InjectOptions, 'headers' | 'payload' | 'payloadAsStream'>;

interface Accesses {
  record: { kind: 'record'; recordType: RecordKind; expected: Record<Role, ByOwner>; send: Send };
  list: {
    kind: 'list';
    expected: Record<Role, readonly Owner[] | 403>;
    contactOf: ContactOf;
    send: Send;
  };
  call: { kind: 'call'; expected: Record<Role, number>; send: Send };
}
/** The expected responses of an endpoint, by role. */
export type Access<Kind extends keyof Accesses = keyof Accesses> = Accesses[Kind];

/** Returns the contact that a row of a list belongs to. */
type ContactOf = (row: Row) => string;
export type Row = { id: string; contactId?: string | null; fields: { brokerRep: { id: string } } };

const nothing: Send = () => ({});

/** Returns the access to one record, named by the path or by the payload. */
export function record(
  recordType: RecordKind,
  expected: Record<Role, ByOwner>,
  send = nothing,
): Access {
  return { kind: 'record', recordType, expected, send };
}

/** Returns the access to a list, and whose records the list contains. */
export function list(expected: Record<Role, readonly Owner[] | 403>, contactOf: ContactOf): Access {
  return { kind: 'list', expected, contactOf, send: nothing };
}

/** Returns the access to an endpoint that concerns only the caller. */
export function call(expected: Record<Role, number>, send = nothing): Access {
  return { kind: 'call', expected, send };
}

export const everybody = { broker: 200, 'partner-admin': 200, support: 200 };

/**
 * Who may read a record. Columns: own, colleague’s, another partner’s, missing, malformed id.
 */
export const readers: Record<Role, ByOwner> = {
  broker: [200, 403, 403, 404, 404],
  'partner-admin': [200, 200, 403, 404, 404],
  support: [200, 200, 200, 404, 404],
};

/** Who may change a record: as above, except that support changes nothing. */
const closed: ByOwner = [403, 403, 403, 403, 403];
export const writers: Record<Role, ByOwner> = { ...readers, support: closed };

/** Bulk upload is for partner admins only. An upload belongs to the partner, whoever started it. */
export const uploaders: Record<Role, ByOwner> = {
  broker: closed,
  'partner-admin': readers['partner-admin'],
  support: closed,
};

const ownOnly: ByOwner = [200, 403, 403, 404, 404];
/**
 * An export or a view that is not shared is its owner's alone. Those of support are not among the
 * records.
 */
export const owners: Record<Role, ByOwner> = {
  broker: ownOnly,
  'partner-admin': ownOnly,
  support: [403, 403, 403, 404, 404],
};

/** An account is managed by the partner’s admin, who is not to change their own. */
export const managers: Record<Role, ByOwner> = {
  broker: closed,
  'partner-admin': [403, 200, 403, 404, 404],
  support: [403, 403, 403, 403, 404],
};

/** A file is changed and withdrawn only by who sent it, not by their partner’s admin. */
export const senders: Record<Role, ByOwner> = { ...owners, support: closed };

/** A draft is read and changed only by the person who types it, not by their partner’s admin. */
export const drafters = senders;
export const contactsOnly = { broker: 200, 'partner-admin': 200, support: 403 };
export const adminsOnly = { broker: 403, 'partner-admin': 200, support: 403 };

/** Whose records a list contains. */
export const visible: Record<Role, readonly Owner[]> = {
  broker: ['own'],
  'partner-admin': ['own', 'colleague'],
  support: ['own', 'colleague', 'stranger'],
};
