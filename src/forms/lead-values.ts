import * as z from 'zod/mini';

import { mapValues } from '#contract/typed-objects.ts';
import {
  addressPartNames,
  addressParts,
  type AddressPart,
  type AddressField,
} from '#contract/v1/addresses.ts';
import { validateText, type Field } from '#contract/v1/fields.ts';
import {
  leadCreate,
  leadFieldNames,
  leadFields,
  leadUpdate,
  type LeadCreateFields,
  type LeadFieldName,
  type LeadUpdateFields,
  type LeadFields,
} from '#contract/v1/leads.ts';

/** The names of the address fields of a lead. */
export type LeadAddressName = {
  [K in LeadFieldName]: LeadFields[K] extends AddressField ? K : never;
}[LeadFieldName];
/** The names of the other fields of a lead. Each has a single text. */
export type LeadTextName = Exclude<LeadFieldName, LeadAddressName>;

/**
 * The values of a lead form: the text of every control, with an address as its parts and `''` for
 * no value. Several choices are joined by `;`, as in a CSV cell.
 */
export type LeadFormValues = Record<LeadTextName, string> &
  Record<LeadAddressName, Record<AddressPart, string>>;

/**
 * The path of a control in the form values and in the server's field errors: `phone`,
 * `businessAddress.city`.
 */
export type LeadPath = LeadTextName | `${LeadAddressName}.${AddressPart}`;

/** One control of a lead form: its path, its unambiguous label, and the field that validates it. */
export interface LeadControl {
  readonly path: LeadPath;
  readonly label: string;
  readonly field: Field<unknown>;
  /** The address the control is a part of. */
  readonly addressName?: LeadAddressName;
  /** Returns the control's text. */
  readonly textIn: (values: LeadFormValues) => string;
}

/** Returns whether a field of a lead is an address. */
export function isAddressName(name: LeadFieldName): name is LeadAddressName {
  return leadFields[name].kind === 'address';
}

/** Returns the control of a field that isn't an address. */
export function textControl(name: LeadTextName): LeadControl {
  const field = leadFields[name];
  return { path: name, label: field.label, field, textIn: (values) => values[name] };
}

/** Returns the control of a part of an address. */
export function partControl(name: LeadAddressName, part: AddressPart): LeadControl {
  const field = addressParts[part];
  return {
    path: `${name}.${part}`,
    label: `${leadFields[name].label}: ${field.label}`,
    field,
    addressName: name,
    textIn: (values) => values[name][part],
  };
}

/** Returns the controls of the fields in the order of `names`; without `names`, of all fields. */
export function leadControls(names: readonly LeadFieldName[] = leadFieldNames): LeadControl[] {
  return names.flatMap((name) =>
    isAddressName(name)
      ? addressPartNames.map((part) => partControl(name, part))
      : [textControl(name)],
  );
}

/** A lead's fields as received. The server may omit some or send further ones. */
type ReadFields = Readonly<Partial<Record<LeadFieldName, unknown>>>;

/**
 * Returns a lead's fields as form values; without a lead, an empty form. An amount without cents
 * loses its `.00`.
 */
export function toFormValues(read: ReadFields = {}): LeadFormValues {
  const entries = leadFieldNames.map((name) => [
    name,
    isAddressName(name) ? addressTexts(read[name]) : fieldText(name, read[name]),
  ]);
  // The entries above give every name its kind of value, which the compiler can't infer.
  return Object.fromEntries(entries) as LeadFormValues;
}

function fieldText(name: LeadFieldName, value: unknown): string {
  if (Array.isArray(value)) return value.join(';');
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return leadFields[name].kind === 'number' ? value.replace(/\.0+$/, '') : value;
}

function addressTexts(value: unknown): Record<AddressPart, string> {
  const parts: object = typeof value === 'object' && value !== null ? value : {};
  const texts = Object.entries(parts).filter(([, text]) => typeof text === 'string');
  return { ...emptyAddress, ...Object.fromEntries(texts) };
}

const emptyAddress = mapValues(addressParts, () => '');

/**
 * Returns the fields of a request to create a lead: only those filled in.
 *
 * @throws If a value is invalid, which form validation should have rejected.
 */
export function toRequest(values: LeadFormValues): LeadCreateFields {
  const fields = collect(leadFieldNames, (control) => stored(control, values) ?? undefined);
  return z.parse(leadCreate, { fields }).fields;
}

/**
 * Returns the fields of a request to update a lead: those of `names` that changed, `null` for a
 * cleared field, and all parts of a changed address. Empty when nothing changed.
 *
 * @throws If a value is invalid, which form validation should have rejected.
 */
export function toChanges(
  before: LeadFormValues,
  after: LeadFormValues,
  names: readonly LeadFieldName[] = leadFieldNames,
): LeadUpdateFields {
  const fields = collect(names, (control) =>
    isSent(control, before, after) ? stored(control, after) : undefined,
  );
  return z.parse(leadUpdate, { fields }).fields;
}

/**
 * Returns whether a control's text is sent: it changed, or another part of its address did, because
 * an update replaces the whole address.
 */
export function isSent(control: LeadControl, before: LeadFormValues, after: LeadFormValues) {
  const { addressName } = control;
  const together = addressName === undefined ? [control] : leadControls([addressName]);
  return together.some((one) => isChanged(one, before, after));
}

/**
 * Returns whether the value of a control changed. Another way to write the same value is no change.
 */
export function isChanged(control: LeadControl, before: LeadFormValues, after: LeadFormValues) {
  if (control.textIn(before) === control.textIn(after)) return false;
  return JSON.stringify(stored(control, before)) !== JSON.stringify(stored(control, after));
}

/**
 * Returns the control's value as it is stored, null for none. An invalid text is returned as is.
 */
function stored({ field, textIn }: LeadControl, values: LeadFormValues): unknown {
  const result = validateText(field, textIn(values));
  return result.error === undefined ? result.value : textIn(values);
}

/** Returns the fields for whose controls `value` returns something other than undefined. */
function collect(names: readonly LeadFieldName[], value: (control: LeadControl) => unknown) {
  return withoutUndefined(
    names.map((name) => {
      if (!isAddressName(name)) return [name, value(textControl(name))];
      const parts = withoutUndefined(
        addressPartNames.map((part) => [part, value(partControl(name, part))]),
      );
      return [name, Object.keys(parts).length > 0 ? parts : undefined];
    }),
  );
}

function withoutUndefined(entries: readonly [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
