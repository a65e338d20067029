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

/** The names of the address fields of a lead. */
export type LeadAddressName = {
  [K in LeadFieldName]: LeadFields[K] extends AddressField ? K : never;
}[LeadFieldName];
/** The names of the other fields of a lead, each of which is one text. */
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
