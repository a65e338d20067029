import { useController, useFormContext } from 'react-hook-form';

import { judgeText } from '#contract/v1/fields.ts';
import { announce } from '#src/ui/announcer.tsx';
import type { Offer } from '#src/ui/field.tsx';

import type { LeadControl, LeadFormValues, LeadPath } from './lead-paths.ts';

/** Joins one control of a lead to the form around it. */
export function useLeadControl({ path, field }: Pick<LeadControl, 'path' | 'field'>) {
  const { setValue, setFocus } = useFormContext<LeadFormValues>();
  const { field: input, fieldState } = useController<LeadFormValues, LeadPath>({ name: path });
  const fault = fieldState.error?.message;
  const verdict = judgeText(field, input.value);

  /** Puts a text in the place of the one typed. */
  const replace = (text: string) => {
    setValue(path, text, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    announce(`${field.label}: ${text}`);
  };
  /** Offers a text, and brings the focus back to the control when it is taken. */
  const offer = (text: string): Offer => ({
    label: `Use ${text}`,
    onUse: () => {
      replace(text);
      setFocus(path);
    },
  });

  return {
    input,
    fault,
    /** Whether the text would be accepted and there is one. */
    isGiven: verdict.fault === undefined && verdict.value !== null,
    /** The contract's own mend of the fault that is shown. */
    mend:
      fault !== undefined && verdict.fault === fault && verdict.offer !== undefined
        ? offer(verdict.offer)
        : undefined,
    offer,
    replace,
  };
}
