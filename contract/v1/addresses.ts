import * as z from 'zod/mini';

import { listKeys, mapValues } from '#contract/typed-objects.ts';

import { jsonSchema, text, type Mode } from './fields.ts';

/** The parts of an address input, each at most 200 characters; `country` is free text. */
export const addressParts = {
  addressLine1: text('Address line 1', 200),
  addressLine2: text('Address line 2', 200),
  city: text('City', 200),
  state: text('State or region', 200),
  zipCode: text('Postcode', 200),
  country: text('Country', 200),
};
export type AddressPart = keyof typeof addressParts;
export const addressPartNames = listKeys(addressParts);

/** An address field: six texts under one label. */
export interface AddressField {
  readonly label: string;
  readonly kind: 'address';
  readonly required: false;
}

export function address(label: string): AddressField {
  return { label, kind: 'address', required: false };
}

/**
 * The value of an address input: the parts that were sent, with null for a part to clear. null
 * clears the whole address.
 */
export type AddressInput = Partial<Record<AddressPart, string | null | undefined>> | null;

/**
 * Returns the schema of an address's JSON form: any of its parts, and no other members.
 * `fullAddress` occurs only in responses.
 */
export function addressSchema(field: AddressField, mode: Mode): z.ZodMiniType<AddressInput> {
  const parts: z.ZodMiniType<AddressInput> = z.nullable(
    z.strictObject(
      mapValues(addressParts, (part) => z.optional(jsonSchema(part, mode))),
      {
        error: (issue) =>
          issue.code === 'unrecognized_keys'
            ? 'This field is read-only or not part of an address.'
            : 'Send an address object.',
      },
    ),
  );
  const nothing = z.transform((input: unknown) => (input === '' ? null : input));
  const schema = mode === 'create' ? z.pipe(nothing, parts) : parts;
  z.globalRegistry.add(schema, { title: field.label });
  return schema;
}

/** Returns the parts that have a value, joined by commas, in postal order. */
export function fullAddress(parts: Partial<Record<AddressPart, string | null>>): string {
  return addressPartNames
    .map((name) => parts[name])
    .filter(Boolean)
    .join(', ');
}
