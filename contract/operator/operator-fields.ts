import * as z from 'zod/mini';

import { type Field, jsonSchema, required, text } from '#contract/v1/fields.ts';
import { error, textRule, withoutFormatCharacters } from '#contract/v1/rules/rules.ts';

// Small, because a page of a list has 100 records.
const maxUsers = 50;
const maxParts = 20;
const maxAmount = 999_999_999_999.99;

/** Returns the schema of a field that a change may name: null clears the field. */
export const changing = <T>(field: Field<T>) => z.optional(jsonSchema(field, 'update'));

/** Returns the schema of a field of a creation. */
export const creating = <T>(field: Field<T>) => jsonSchema(field, 'create');

/** Returns the schema of one line of text. */
export const line = (label: string, max?: number) => changing(text(label, max));

/** Returns the schema of a web address. */
export function link(label: string) {
  const field = text(label, 2_000);
  const json = { ...field.json, format: 'uri', description: 'An http or https URL.' };
  return changing<string>({
    ...field,
    json,
    validateJson: (input) => {
      const result = field.validateJson(input);
      if (result.error !== undefined) return result;
      const isLink = /^https?:\/\//i.test(result.value) && URL.canParse(result.value);
      return isLink ? result : error('Send a URL that begins with https:// or http://.');
    },
  });
}

/** Returns the schema of a day or a moment, which is stored as sent. */
export function dayOrTime(label: string) {
  const field = text(label, 40);
  const json = { ...field.json, description: 'YYYY-MM-DD, or an ISO 8601 date-time with a zone.' };
  const schema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
  return changing<string>({
    ...field,
    json,
    validateJson: (input) => {
      const result = schema.safeParse(input);
      return result.success
        ? { value: result.data }
        : error('Send YYYY-MM-DD, or an ISO 8601 date-time with a zone.');
    },
  });
}

/** Returns the schema of an amount of money, in at most two decimals. */
export function amount(label: string) {
  return changing<number>({
    label,
    kind: 'number',
    required: false,
    json: { type: 'number', minimum: 0, maximum: maxAmount, multipleOf: 0.01 },
    rule: () => error('Send a JSON number.'),
    validateJson: (input) => {
      const isAmount = typeof input === 'number' && input >= 0 && input <= maxAmount;
      return isAmount && Number(input.toFixed(2)) === input
        ? { value: input }
        : error('Send a JSON number from 0 to 999999999999.99, with at most two decimals.');
    },
  });
}

const shortTextRule = textRule(255);
const storable = (input: string) => shortTextRule(input).error === undefined;
/** One line of text inside another value. */
const part = z
  .string()
  .check(z.minLength(1), z.refine(storable, 'Use one line of at most 255 characters.'));

/** A user of the operator, as responses have it. */
const user = z.strictObject({ type: z.literal('user'), id: part });

/** Returns the schema of a user of the operator. */
export const userField = (label: string) => titled(label, z.optional(z.nullable(user)));

/** Returns the schema of several users of the operator. */
export function usersField(label: string) {
  return titled(label, z.optional(z.nullable(z.array(user).check(z.maxLength(maxUsers)))));
}

/** Returns the schema of the client’s record in the operator’s system. */
export function customerField(label: string) {
  return titled(label, z.optional(z.nullable(z.strictObject({ id: part, name: part }))));
}

const longTextRule = textRule(1_000, true);
const scalar = z.union([
  z
    .string()
    .check(
      z.refine(
        (input) => longTextRule(input).error === undefined,
        'Use at most 1,000 characters, without control characters.',
      ),
    ),
  z.number(),
  z.boolean(),
]);
const scalarPart = z.union([part, z.number(), z.boolean()]);
/**
 * Not `z.record`, which leaves out a member named `__proto__` without an error. Names have no
 * format characters, so that no two are one name in responses, which are without them.
 */
const anyParts = z.custom<Readonly<Record<string, string | number | boolean>>>(isParts);
z.globalRegistry.add(anyParts, { type: 'object' });

function isParts(input: unknown): boolean {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false;
  const entries = Object.entries(input);
  return (
    entries.length <= maxParts &&
    entries.every(([name, value]) => isPartName(name) && scalarPart.safeParse(value).success)
  );
}

function isPartName(name: string): boolean {
  if (name === '__proto__' || name !== withoutFormatCharacters(name)) return false;
  return part.safeParse(name).success;
}

/**
 * Returns the schema of a value whose type the specification does not define: text, a number, true
 * or false, a list of these, or an object of these.
 */
export function anyField(label: string) {
  const all = z.union(
    [scalar, z.array(scalarPart).check(z.maxLength(maxParts)), anyParts],
    `Send a text of at most 1,000 characters, a number, true or false; or a list or an object of at most ${maxParts} of these, with one line of text each, and names without invisible characters.`,
  );
  return titled(label, z.optional(z.nullable(all)));
}

function titled<S extends z.ZodMiniType>(label: string, schema: S): S {
  z.globalRegistry.add(schema, { title: label });
  return schema;
}

/** Returns the schema of a body `{fields}` with these fields and no others. */
export function fieldsBody<S extends z.core.$ZodLooseShape>(shape: S, recordType: string) {
  const fields = z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `This is not a field of a ${recordType}, or the operator can’t set it.`
        : `Send the ${recordType}’s fields as an object.`,
  });
  return z.strictObject(
    { fields },
    { error: () => 'Send a JSON object with one member, "fields".' },
  );
}

/** Returns a field that must have a value and cannot be cleared. */
export const notEmpty = <T>(field: Field<T>) => required(field, `${field.label} can’t be empty.`);

const at = z.optional(
  z.iso.datetime({ offset: true, error: 'Send an ISO 8601 date-time with a zone.' }),
);
z.globalRegistry.add(at, { description: 'When the call was made; by default, now.' });

/** The body of a call to record. */
export const callRecord = z.strictObject({ at });

/** The calls of a lead or deal, in the response to the record of one. */
export const callsMade = z.object({
  numberOfCallsMade: z.number(),
  lastCallDate: z.nullable(z.string()),
});

const partnerId = z.optional(
  z.string().check(z.regex(/^[\w-]{1,64}$/, { error: 'Send the ID of one partner.' })),
);
z.globalRegistry.add(partnerId, { description: 'The ID of a partner: only its records.' });

/** The query parameter that selects the records of one partner. */
export const ofPartner = { partnerId };
