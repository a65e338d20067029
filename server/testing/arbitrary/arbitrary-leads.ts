import fc, { type Arbitrary } from 'fast-check';

import { addressPartNames } from '#contract/v1/addresses.ts';
import { type LeadFieldName, leadFieldNames, leadFields } from '#contract/v1/leads.ts';

type Stored = string | number | readonly string[] | Parts;
type Parts = Readonly<Record<string, string>>;

/** A field’s value as sent, and as the API has to store it. */
interface Value<K extends Stored = Stored> {
  readonly sent: unknown;
  readonly stored: K;
}

/** Fields of a lead by name: any valid spelling of a value, and the stored value. */
export type InputFields = Readonly<Record<string, Value | undefined>>;
/** Fields as stored, only those with a value. */
export type StoredFields = Readonly<Record<string, Stored>>;

const required: readonly LeadFieldName[] = ['firstName', 'lastName', 'companyName', 'phone'];
// The access tests cover a lead’s owner.
const names = leadFieldNames.filter((name) => name !== 'brokerId' && name !== 'brokerRepId');

/**
 * Returns up to a dozen fields besides the required ones. More would take long to generate, and
 * errors would hide each other.
 */
function inputFields(always: readonly LeadFieldName[]): Arbitrary<InputFields> {
  return fc
    .subarray(names, { maxLength: 12 })
    .chain((some) =>
      fc.record(Object.fromEntries([...always, ...some].map((name) => [name, pickValues(name)]))),
    );
}

function pickValues(name: LeadFieldName): Arbitrary<Value> {
  const field = leadFields[name];
  if (field.kind === 'address') return addresses;
  if (field.kind === 'phone') return phones;
  if (field.kind === 'email') return asSent(fc.emailAddress());
  if (field.kind === 'number') return asSent(fc.integer({ min: 0, max: 999_999_999_999 }));
  if (field.kind === 'date') return pastDays;
  if (field.kind === 'choice') return asSent(fc.constantFrom(...(field.values ?? [])));
  if (field.kind === 'choices') return lists(field.values ?? []);
  return texts(Number(field.json['maxLength']), field.kind === 'notes');
}

function asSent(values: Arbitrary<string | number>): Arbitrary<Value> {
  return values.map((sent) => ({ sent, stored: sent }));
}

/** What a text needs to be valid: a character that can be seen. */
const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const space = fc.constantFrom('', ' ', '\u00A0', '\u3000');

/** Any script, composed or not, with surrounding space; multi-line where `hasLines`. */
function texts(longest: number, hasLines: boolean): Arbitrary<Value<string>> {
  const end = hasLines ? fc.constantFrom('', '\r\nand\rmore\n') : fc.constant('');
  return fc
    .tuple(space, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), end, space)
    .map((parts) => ({
      sent: parts.join(''),
      stored: parts.join('').replaceAll(/\r\n?/g, '\n').normalize('NFC').trim(),
    }))
    .filter(({ stored }) => visible.test(stored) && Array.from(stored).length <= longest);
}

const phones = fc
  .tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.array(fc.tuple(fc.constantFrom('', ' ', '-', '.'), fc.nat(9)), {
      minLength: 6,
      maxLength: 14,
    }),
  )
  .map(([first, rest]) => ({
    sent: `+${first}${rest.flat().join('')}`,
    stored: `+${first}${rest.map(([, digit]) => digit).join('')}`,
  }))
  // Excludes the decimals that a spreadsheet appends to a number, which are rejected.
  .filter(({ sent }) => !/^\+\d+\.0+$/.test(sent))
  // Excludes country codes that a 0, or the same code, may follow, which is rejected.
  .filter(({ stored }) => !/^\+(\d{1,3})(?:0|\1)/.test(stored));

const pastDays = fc
  .tuple(
    fc.date({ min: new Date('1900-01-01'), max: new Date(), noInvalidDate: true }),
    fc.constantFrom('', 'T00:00:00Z', 'T00:00:00.000+14:00', 'T10:30'),
  )
  .map(([date, time]) => {
    const stored = date.toISOString().slice(0, 10);
    return { sent: `${stored}${time}`, stored };
  });

function lists(values: readonly string[]): Arbitrary<Value> {
  return fc
    .array(fc.constantFrom(...values), { minLength: 1 })
    .map((sent) => ({ sent, stored: [...new Set(sent)] }));
}

const addresses = fc
  .record(Object.fromEntries(addressPartNames.map((part) => [part, texts(200, false)])), {
    requiredKeys: [],
  })
  .filter((parts) => Object.keys(parts).length > 0)
  .map((parts) => ({
    sent: toSent(parts),
    stored: Object.fromEntries(
      Object.entries(parts).map(([part, value]) => [part, value?.stored ?? '']),
    ),
  }));

/** Any valid creation: the required fields and any of the others. */
export const creations = inputFields(required);

/** Any valid update: any of the fields, with a value. */
export const updates = inputFields([]);

/** Returns the fields as sent in the request. */
export function toSent(given: InputFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value?.sent]));
}

/**
 * Returns the stored fields after all of these were sent in turn: the last value counts, for each
 * part of an address.
 */
export function toStoredFields(...all: readonly InputFields[]): StoredFields {
  const stored = new Map<string, Stored>();
  for (const [name, value] of all.flatMap((given) => Object.entries(given)))
    if (value)
      stored.set(
        name,
        isParts(value.stored) ? { ...toParts(stored.get(name)), ...value.stored } : value.stored,
      );
  return Object.fromEntries(stored);
}

function isParts(stored: Stored | undefined): stored is Parts {
  return typeof stored === 'object' && !Array.isArray(stored);
}

function toParts(stored: Stored | undefined): Parts {
  return isParts(stored) ? stored : {};
}

/**
 * Returns the creation fields as the API responds with them, with or without a value (design,
 * section 3).
 */
export function toAnswered(stored: StoredFields): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, toResponse(name, stored[name])]));
}

function toResponse(name: LeadFieldName, stored: Stored | undefined): unknown {
  if (leadFields[name].kind === 'address') {
    const parts = addressPartNames.map((part) => [part, toParts(stored)[part] ?? ''] as const);
    const full = parts.flatMap(([, text]) => text || []).join(', ');
    return { ...Object.fromEntries(parts), fullAddress: full };
  }
  if (typeof stored === 'number') return `${stored}.00`;
  if (leadFields[name].kind === 'choices') return stored ?? [];
  return stored ?? (name === 'nzbn' ? null : '');
}
