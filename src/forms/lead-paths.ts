import {
  addressPartNames,
  addressParts,
  type AddressField,
  type AddressPart,
} from '#contract/v1/addresses.ts';
import type { Field } from '#contract/v1/fields.ts';
import {
  leadFieldNames,
  leadFields,
  type LeadFieldName,
  type LeadFields,
} from '#contract/v1/leads.ts';

/** The address fields of a lead. */
export type LeadAddressName = {
  [K in LeadFieldName]: LeadFields[K] extends AddressField ? K : never;
}[LeadFieldName];
/** The other fields of a lead: one text each. */
export type LeadTextName = Exclude<LeadFieldName, LeadAddressName>;

/** A lead in a form: every control's text, an address as its parts; nothing is `''`. Several choices are joined by `;`, as in a CSV cell. */
export type LeadFormValues = Record<LeadTextName, string> &
  Record<LeadAddressName, Record<AddressPart, string>>;

/** Where a control's text stands, and where the service says an error is: `phone`, `businessAddress.city`. */
export type LeadPath = LeadTextName | `${LeadAddressName}.${AddressPart}`;

/** One control of a lead form: where its text stands, what it is called among all others, and the field that validates it. */
export interface LeadControl {
  readonly path: LeadPath;
  readonly label: string;
  readonly field: Field<unknown>;
  /** Of a part of an address, which one. */
  readonly addressName?: LeadAddressName;
  /** Reads the control's text. */
  readonly textIn: (values: LeadFormValues) => string;
}

/** Whether a field of a lead is an address. */
export function isAddressName(name: LeadFieldName): name is LeadAddressName {
  return leadFields[name].kind === 'address';
}

/** The control of a field that is no address. */
export function textControl(name: LeadTextName): LeadControl {
  const field = leadFields[name];
  return { path: name, label: field.label, field, textIn: (values) => values[name] };
}

/** The control of a part of an address. */
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

/** The controls of some fields, in the order given; of all, without a list. */
export function leadControls(names: readonly LeadFieldName[] = leadFieldNames): LeadControl[] {
  return names.flatMap((name) =>
    isAddressName(name)
      ? addressPartNames.map((part) => partControl(name, part))
      : [textControl(name)],
  );
}
