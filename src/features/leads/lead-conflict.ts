import type { LeadFieldName } from '#contract/v1/leads.ts';
import { leadControls, type LeadControl, type LeadFormValues } from '#src/forms/lead-paths.ts';
import { isChanged } from '#src/forms/lead-values.ts';

/** A control that somebody else changed while it was being edited here. */
export interface Difference {
  readonly control: LeadControl;
  readonly before: string;
  readonly theirs: string;
  /** What was typed here; undefined where nothing was, and theirs simply counts. */
  readonly yours: string | undefined;
}

/** What somebody else made of the fields `names` since `before`, beside what was typed here. Both having typed the same is no difference. */
export function differences(
  names: readonly LeadFieldName[],
  before: LeadFormValues,
  theirs: LeadFormValues,
  yours: LeadFormValues,
): Difference[] {
  return leadControls(names)
    .filter((control) => isChanged(control, before, theirs) && isChanged(control, theirs, yours))
    .map((control) => ({
      control,
      before: control.textIn(before),
      theirs: control.textIn(theirs),
      yours: isChanged(control, before, yours) ? control.textIn(yours) : undefined,
    }));
}

/** The controls whose typed text is to be kept over theirs: all that were changed here, the clashing ones included. */
export function typedControls(
  names: readonly LeadFieldName[],
  before: LeadFormValues,
  yours: LeadFormValues,
): LeadControl[] {
  return leadControls(names).filter((control) => isChanged(control, before, yours));
}
