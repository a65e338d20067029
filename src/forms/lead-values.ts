import * as z from 'zod/mini';

import { mapValues } from '#contract/typed-objects.ts';
import { addressPartNames, addressParts, type AddressPart } from '#contract/v1/addresses.ts';
import { validateText } from '#contract/v1/fields.ts';
import {
  leadCreate,
  leadFieldNames,
  leadFields,
  leadUpdate,
  type LeadCreateFields,
  type LeadFieldName,
  type LeadUpdateFields,
} from '#contract/v1/leads.ts';

import {
  isAddressName,
  leadControls,
  partControl,
  textControl,
  type LeadControl,
  type LeadFormValues,
} from './lead-paths.ts';

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
export function isSent(
  control: LeadControl,
  before: LeadFormValues,
  after: LeadFormValues,
): boolean {
  const { addressName } = control;
  const together = addressName === undefined ? [control] : leadControls([addressName]);
  return together.some((one) => isChanged(one, before, after));
}

/**
 * Returns whether the value of a control changed. Another way to write the same value is no change.
 */
export function isChanged(
  control: LeadControl,
  before: LeadFormValues,
  after: LeadFormValues,
): boolean {
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
function collect(
  names: readonly LeadFieldName[],
  value: (control: LeadControl) => unknown,
): Record<string, unknown> {
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
