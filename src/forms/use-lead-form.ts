import { set, useForm, type FieldErrors, type Resolver, type UseFormReturn } from 'react-hook-form';

import { validateText } from '#contract/v1/fields.ts';
import type { LeadFieldName } from '#contract/v1/leads.ts';

import { leadControls, type LeadFormValues } from './lead-paths.ts';
import { isSent, toFormValues } from './lead-values.ts';

/** A react-hook-form over a lead's fields. */
export type LeadForm = UseFormReturn<LeadFormValues>;

/**
 * A form over the fields `names` of a lead: of a new one, or of the one whose values were `before` (kept the same while the
 * form lives). It starts with `initial`: of a new lead, what is filled in for the person. Validated by the contract's rules: a field when it is left for the first time, then as the person types.
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

/** Validates the fields `names`. What is not sent, because it stands as it was before, is not validated: it was accepted once. */
function leadResolver(
  names: readonly LeadFieldName[],
  before: LeadFormValues | undefined,
): Resolver<LeadFormValues> {
  return (values) => {
    const errors: FieldErrors<LeadFormValues> = {};
    for (const control of leadControls(names)) {
      if (before && !isSent(control, before, values)) continue;
      const { path, field, textIn } = control;
      const { error } = validateText(field, textIn(values));
      if (error !== undefined) set(errors, path, { type: 'rule', message: error });
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
}
