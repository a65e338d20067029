import type * as z from 'zod/mini';

import { newLeadStatus } from '#contract/v1/values.ts';

import type { JsonSchema } from './json-schemas.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

const time = '2026-11-22T01:30:00.000Z';
const id = 'ab3k5q7x2m4n6p2r7s3t5v4w';

/** Sample values, by the name of their field, and of its schema where fields differ. */
const samples: Readonly<Record<string, unknown>> = {
  id,
  dealId: id,
  recordId: id,
  partnerId: id,
  brokerId: id,
  brokerRepId: id,
  entityId: id,
  createdBy: id,
  updatedBy: id,
  createdAt: time,
  updatedAt: time,
  lastActivityDate: time,
  lastCallDate: time,
  at: time,
  statusSinceDate: time,
  subStatusSinceDate: time,
  numberOfCallsMade: 1,
  firstName: 'Aroha',
  lastName: 'Ngata',
  email: 'aroha@kauri.test',
  phone: '+61491570006',
  companyName: 'Kauri Joinery',
  name: 'Kauri Joinery',
  amount: '50000',
  ...newLeadStatus,
  amountRequested: '50000',
  entityType: 'LEAD',
  fileName: 'june.pdf',
  position: '1042-7f3a',
  field: 'email',
  etag: '"4f1c"',
  watchers: [],
  'DealFields.status': 'Approved',
  'DealFields.subStatus': 'Offer Made',
  'BatchResult.status': 200,
  'Attachment.type': 'Bank Statements',
};

/**
 * Returns an example of what a response’s schema describes. A field without a sample is empty, as
 * its type says.
 */
export function makeExample(schema: JsonSchema, schemas: Schemas, owner = ''): unknown {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return makeExample(schemas[name] ?? {}, schemas, name);
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return isTyped(first) ? makeExample(first, schemas, owner) : null;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) return makeObject(schema, schemas, owner);
  const type = [schema.type ?? 'null'].flat()[0] ?? 'null';
  if (type !== 'array') return empty[type];
  return isTyped(schema.items) ? [makeExample(schema.items, schemas, owner)] : [];
}

function makeObject(
  { properties = {}, required = [] }: JsonSchema,
  schemas: Schemas,
  owner: string,
) {
  const fields = Object.entries(properties).flatMap(([name, property]) => {
    const sample = samples[`${owner}.${name}`] ?? samples[name];
    if (sample !== undefined) return [[name, sample]];
    const isShown = required.includes(name) && typeof property === 'object';
    return isShown ? [[name, makeExample(property, schemas, owner)]] : [];
  });
  return Object.fromEntries(fields);
}

const empty: Readonly<Record<string, unknown>> = {
  string: '',
  number: 0,
  integer: 0,
  boolean: false,
  object: {},
  null: null,
};

/** Returns whether a schema says what its values are: one without a type allows anything. */
function isTyped(schema: unknown): schema is z.core.JSONSchema.BaseSchema {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length > 0;
}
