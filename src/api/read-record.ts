import * as z from 'zod/mini';

import { emptyResponse, type record } from '#contract/v1/records.ts';

/** The schema of a kind of record in the contract, such as `lead`. */
type RecordSchema = ReturnType<typeof record>;

/**
 * A record as far as it could be read: the record and its values unknown to the contract, or only
 * the raw value if it is not a record.
 */
export type ReadRecord<R> =
  | { readonly ok: true; readonly record: R; readonly extra: Extra }
  | { readonly ok: false; readonly id: string | undefined; readonly raw: unknown };

/** Returns the id of a record; undefined if it has none. */
export const recordId = (row: ReadRecord<{ id: string }>) => (row.ok ? row.record.id : row.id);

/** Raw values that don't fit the contract's record, by path (`businessAddress.floor`). */
export type Extra = Readonly<Record<string, unknown>>;

/**
 * Reads a record of a service that may be newer, older or another service than the contract's.
 * Missing fields get the contract's empty value. A scalar of another type is converted if possible.
 * Values that are unknown or don't fit go to `extra`.
 */
export function readRecord<S extends RecordSchema>(
  schema: S,
  raw: unknown,
): ReadRecord<z.output<S>> {
  const id = isObject(raw) ? readId(raw['id']) : undefined;
  if (!isObject(raw) || id === undefined || !isObject(raw['fields'])) return { ok: false, id, raw };
  const extra: Record<string, unknown> = {};
  return { ok: true, record: fitObject(schema, { ...raw, id }, '', extra), extra };
}

/**
 * Returns a function that reads an array of records, each on its own.
 * @throws a TypeError when the value is not an array
 */
export function readRecords<S extends RecordSchema>(
  schema: S,
): (raw: unknown) => ReadRecord<z.output<S>>[] {
  return (raw) => {
    if (!Array.isArray(raw)) throw new TypeError('a list of records was expected');
    return raw.map((each: unknown) => readRecord(schema, each));
  };
}

/**
 * Returns a function that reads any other response object with the same tolerance.
 * @throws a TypeError when the value is not an object
 */
export function readObject<S extends z.ZodMiniObject>(schema: S): (raw: unknown) => z.output<S> {
  return (raw) => {
    if (!isObject(raw)) throw new TypeError('an object was expected');
    return fitObject(schema, raw, '', {});
  };
}

function readId(id: unknown): string | undefined {
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object with the schema's members, each fitted. Unknown members go to `extra`. */
function fitObject<S extends z.ZodMiniObject>(
  schema: S,
  raw: Record<string, unknown>,
  path: string,
  extra: Record<string, unknown>,
): z.output<S> {
  const shape: Readonly<Record<string, z.core.SomeType>> = schema.shape;
  for (const [name, value] of Object.entries(raw))
    if (!Object.hasOwn(shape, name)) extra[join(path, name)] = value;
  const fitted = Object.entries(shape).map(([name, part]) => [
    name,
    fit(part, raw[name], join(path, name), extra),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member fits its schema
  return Object.fromEntries(fitted) as z.output<S>;
}

/**
 * Returns the value, converted where the conversion loses nothing. If the value doesn't fit,
 * returns the empty value and adds the raw value to `extra`.
 */
function fit(
  schema: z.core.SomeType,
  value: unknown,
  path: string,
  extra: Record<string, unknown>,
): unknown {
  const empty = () => emptyResponse(schema);
  if (value === undefined || value === null) return empty();
  const inner = schema instanceof z.ZodMiniNullable ? schema.def.innerType : schema;
  if (inner instanceof z.ZodMiniUnknown) return value;
  if (inner instanceof z.ZodMiniString && isScalar(value)) return String(value);
  if (inner instanceof z.ZodMiniNumber && isNumeric(value)) return Number(value);
  if (inner instanceof z.ZodMiniBoolean && typeof value === 'boolean') return value;
  if (inner instanceof z.ZodMiniObject && isObject(value))
    return fitObject(inner, value, path, extra);
  if (inner instanceof z.ZodMiniArray && Array.isArray(value))
    return value.map((each, index) => fit(inner.def.element, each, join(path, `${index}`), extra));
  extra[path] = value;
  return empty();
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isNumeric(value: unknown): boolean {
  return (
    (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) &&
    Number.isFinite(Number(value))
  );
}

/** Returns a path within the record, without the envelope's `fields.`, as in field errors. */
function join(path: string, name: string): string {
  return path === '' || path === 'fields' ? name : `${path}.${name}`;
}
