import * as z from 'zod/mini';

import { addressPartNames, type AddressPart } from '#contract/v1/addresses.ts';
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

/** A lead's fields as they come from the service, which may leave some out or answer more. */
type ReadFields = Readonly<Partial<Record<LeadFieldName, unknown>>>;

/** A lead's fields as the texts of a form; without a lead, an empty form. An amount without cents loses its `.00`. */
export function toFormValues(read: ReadFields = {}): LeadFormValues {
  const entries = leadFieldNames.map((name) => [
    name,
    isAddressName(name) ? addressTexts(read[name]) : fieldText(name, read[name]),
  ]);
  // Every name has its kind of value: the loop above is the proof that the compiler cannot follow.
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

const emptyAddress: Record<AddressPart, string> = {
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  zipCode: '',
  country: '',
};

/** The body's fields of a lead creation: what was filled in, as the wire wants it. Throws on what the form should have rejected. */
export function toRequest(values: LeadFormValues): LeadCreateFields {
  const fields = collect(leadFieldNames, (control) => stored(control, values) ?? undefined);
  return z.parse(leadCreate, { fields }).fields;
}

/**
 * The body's fields of a lead update: of `names`, only what differs, `null` for what was cleared, of a changed address all parts.
 * Empty when nothing changed. Throws on what the form should have rejected.
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

/** Whether a control's text goes along: it was changed, or another part of its address was, for services replace the address they are sent. */
export function isSent(
  control: LeadControl,
  before: LeadFormValues,
  after: LeadFormValues,
): boolean {
  const { addressName } = control;
  const together = addressName === undefined ? [control] : leadControls([addressName]);
  return together.some((one) => isChanged(one, before, after));
}

/** Whether a control's text means something else than before; another way to write the same is no change. */
export function isChanged(
  control: LeadControl,
  before: LeadFormValues,
  after: LeadFormValues,
): boolean {
  if (control.textIn(before) === control.textIn(after)) return false;
  return JSON.stringify(stored(control, before)) !== JSON.stringify(stored(control, after));
}

/** The control's value as it is kept, null for nothing; a text that is not accepted, as it stands. */
function stored({ field, textIn }: LeadControl, values: LeadFormValues): unknown {
  const result = validateText(field, textIn(values));
  return result.error === undefined ? result.value : textIn(values);
}

/** The fields to send: those whose controls have a `value` that is not undefined. */
function collect(
  names: readonly LeadFieldName[],
  value: (control: LeadControl) => unknown,
): Record<string, unknown> {
  return given(
    names.map((name) => {
      if (!isAddressName(name)) return [name, value(textControl(name))];
      const parts = given(addressPartNames.map((part) => [part, value(partControl(name, part))]));
      return [name, Object.keys(parts).length > 0 ? parts : undefined];
    }),
  );
}

function given(entries: readonly [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
