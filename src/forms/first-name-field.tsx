import { useFormContext, useWatch } from 'react-hook-form';

import { leadFields } from '#contract/v1/leads.ts';
import { splitName } from '#src/lib/values/names.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { textControl, type LeadFormValues } from './lead-paths.ts';
import { useLeadControl } from './use-lead-control.ts';

/**
 * The first name. If it looks like a full name, and the last name is empty or repeats its end, the
 * field suggests splitting it (input rule 1 of the specification). Two first names are accepted
 * too.
 */
export function FirstNameField() {
  const field = leadFields.firstName;
  const { setValue } = useFormContext<LeadFormValues>();
  const { input, error, fix } = useLeadControl(textControl('firstName'));
  const lastName = useWatch<LeadFormValues, 'lastName'>({ name: 'lastName' });
  const split = splitName(input.value);
  const name = ['', split?.lastName].includes(lastName.trim()) ? split : undefined;

  const handleSplit = () => {
    if (!name) return;
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    setValue('firstName', name.firstName, options);
    setValue('lastName', name.lastName, options);
    announce(`First name: ${name.firstName}. Last name: ${name.lastName}.`);
    document.getElementById('lastName')?.focus();
  };

  return (
    <TextInput
      {...input}
      label={field.label}
      autoComplete="off"
      error={error}
      warning={name && 'This looks like a full name. Split it?'}
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
