import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import { businessNumberNames } from '#contract/v1/business-numbers.ts';
import { leadFields, type LeadFieldName } from '#contract/v1/leads.ts';
import { splitName } from '#src/lib/values/names.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { CheckboxGroup } from '#src/ui/form/checkbox-group.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { AddressFieldset } from './address-fieldset.tsx';
import { DateField } from './date-field.tsx';
import { LeadTextField } from './lead-text-field.tsx';
import {
  isAddressName,
  type LeadFormValues,
  type LeadTextName,
  textControl,
} from './lead-values.ts';
import { AmountField, BusinessNumberField } from './number-fields.tsx';
import { PhoneField } from './phone-field.tsx';
import { focusControl, useLeadControl } from './use-lead-form.ts';

/**
 * The control of any field of a lead. Its label, kind, values, errors and suggestions come from the
 * contract. It must be within a {@link FormShell} whose form is a `useLeadForm`. It spans all
 * columns of a `FieldGrid` if it needs to. `hint`: of a field of text.
 *
 * To edit a part of a lead, use a form over those fields alone:
 *
 * ```tsx
 * const [before] = useState(() => toFormValues(lead.fields)); // stable while the form is mounted
 * const form = useLeadForm(names, before);
 * <FormShell form={form} label="Edit client" controls={leadControls(names)}
 *   submitLabel="Save changes" pendingText="Saving" loss="What you changed is not saved yet."
 *   onSubmit={(after) => save(toChanges(before, after, names))}>
 *   <FieldGrid>{names.map((name) => <LeadField key={name} name={name} />)}</FieldGrid>
 * </FormShell>
 * ```
 *
 * Import such a form lazily: the phone fields bundle the phone metadata of all countries.
 */
export function LeadField({ name, hint }: { name: LeadFieldName; hint?: ReactNode }) {
  if (isAddressName(name)) return <AddressFieldset name={name} />;
  if (name === 'firstName') return <FirstNameField />;
  const number = businessNumberNames.find((one) => one === name);
  if (number) return <BusinessNumberField name={number} />;
  const { kind } = leadFields[name];
  if (kind === 'phone') return <PhoneField name={name} />;
  if (kind === 'choices') return <ChoicesField name={name} />;
  if (kind === 'choice') return <ChoiceField name={name} />;
  if (kind === 'number') return <AmountField name={name} />;
  if (kind === 'date') return <DateField name={name} />;
  return <LeadTextField name={name} hint={hint} />;
}

/**
 * A choice of the contract. A value of an existing record that the contract does not know stays
 * available.
 */
function ChoiceField({ name }: { name: LeadTextName }) {
  const field = leadFields[name];
  const { input, shell, choose } = useLeadControl(textControl(name));
  const values: readonly string[] = 'values' in field ? (field.values ?? []) : [];
  const isUnknown = input.value !== '' && !values.includes(input.value);
  return (
    <Select
      {...input}
      {...shell}
      onChange={(event) => choose(event.target.value)}
      empty="Not chosen"
      options={isUnknown ? [...values, input.value] : values}
    />
  );
}

/**
 * A field with several values, as checkboxes. A value of an existing record that the contract does
 * not know keeps its checkbox.
 */
function ChoicesField({ name }: { name: LeadTextName }) {
  const field = leadFields[name];
  const { input, shell, choose } = useLeadControl(textControl(name));
  const chosen = input.value.split(';').filter(Boolean);
  const values: readonly string[] = 'values' in field ? (field.values ?? []) : [];
  const shown = [...new Set([...values, ...chosen])];

  const handleChange = (value: string, isChosen: boolean) =>
    choose(shown.filter((one) => (one === value ? isChosen : chosen.includes(one))).join(';'));

  return (
    <CheckboxGroup
      {...shell}
      options={shown}
      chosen={chosen}
      onChange={(event) => handleChange(event.target.value, event.target.checked)}
      onBlur={input.onBlur}
    />
  );
}

/**
 * The first name. If it looks like a full name, and the last name is empty or repeats its end, the
 * field suggests splitting it (input rule 1 of the specification). Two first names are accepted
 * too.
 */
function FirstNameField() {
  const { setValue } = useFormContext<LeadFormValues>();
  const { input, shell, fix } = useLeadControl(textControl('firstName'));
  const lastName = useWatch<LeadFormValues, 'lastName'>({ name: 'lastName' });
  const split = splitName(input.value);
  const name = ['', split?.lastName].includes(lastName.trim()) ? split : undefined;

  const handleSplit = () => {
    if (!name) return;
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    setValue('firstName', name.firstName, options);
    setValue('lastName', name.lastName, options);
    announce(`First name: ${name.firstName}. Last name: ${name.lastName}.`);
    focusControl('lastName');
  };

  return (
    <TextInput
      {...input}
      {...shell}
      autoComplete="off"
      warning={name ? 'This looks like a full name. Split it?' : shell.warning}
      suggestion={
        fix ??
        (name && {
          label: `Use ${name.firstName} as first name and ${name.lastName} as last name`,
          onUse: handleSplit,
        })
      }
    />
  );
}
