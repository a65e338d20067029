import type { LeadFieldName } from '#contract/v1/leads.ts';
import { leadControls, type LeadControl, type LeadFormValues } from '#src/forms/lead-paths.ts';
import { isChanged } from '#src/forms/lead-values.ts';

/** A control that someone else changed while the user edited the lead. */
export type FieldDifference = ReturnType<typeof differences>[number];

/**
 * Returns the controls of the fields `names` that someone else changed since `before`, with the
 * user's input. Controls to which both gave the same value are not included.
 */
export function differences(
  names: readonly LeadFieldName[],
  before: LeadFormValues,
  theirs: LeadFormValues,
  yours: LeadFormValues,
) {
  return leadControls(names)
    .filter((control) => isChanged(control, before, theirs) && isChanged(control, theirs, yours))
    .map((control) => ({
      control,
      before: control.textIn(before),
      theirs: control.textIn(theirs),
      // The user's input; without one, their value is used.
      yours: isChanged(control, before, yours) ? control.textIn(yours) : undefined,
    }));
}

/**
 * Returns the controls that the user changed, including conflicting ones. Their input is put back
 * over the other person's values.
 */
export function typedControls(
  names: readonly LeadFieldName[],
  before: LeadFormValues,
  yours: LeadFormValues,
): LeadControl[] {
  return leadControls(names).filter((control) => isChanged(control, before, yours));
}
