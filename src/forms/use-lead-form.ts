import { set, useForm, type FieldErrors, type Resolver, type UseFormReturn } from 'react-hook-form';

import { validateText } from '#contract/v1/fields.ts';
import type { LeadFieldName } from '#contract/v1/leads.ts';

import { leadControls, type LeadFormValues } from './lead-paths.ts';
import { isSent, toFormValues } from './lead-values.ts';
import { sentenceInForm } from './texts/form-sentences.ts';

/** A react-hook-form over a lead's fields. */
export type LeadForm = UseFormReturn<LeadFormValues>;

/**
 * Returns a form over the fields `names` of a lead. `before` are the values of an existing lead and
 * must be stable while the form is mounted. `initial` are the initial values, for a new lead those
 * prefilled for the person. The contract's rules validate a field when it is left for the first
 * time, then as the person types.
 */
export function useLeadForm(
  names: readonly LeadFieldName[],
  before?: LeadFormValues,
  initial: LeadFormValues = before ?? toFormValues(),
): LeadForm {
  return useForm<LeadFormValues>({
    mode: 'onTouched',
    defaultValues: initial,
    resolver: leadResolver(names, before),
    // The error summary takes the focus.
    shouldFocusError: false,
  });
}

/**
 * Returns a resolver that validates the fields `names`. A value that is unchanged and therefore not
 * sent is not validated: it was accepted before.
 */
function leadResolver(
  names: readonly LeadFieldName[],
  before: LeadFormValues | undefined,
): Resolver<LeadFormValues> {
  return (values) => {
    const errors: FieldErrors<LeadFormValues> = {};
    for (const control of leadControls(names)) {
      if (before && !isSent(control, before, values)) continue;
      const { path, field, textIn } = control;
      const message = sentenceInForm(field.kind, validateText(field, textIn(values)).error);
      if (message !== undefined) set(errors, path, { type: 'rule', message });
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
}
