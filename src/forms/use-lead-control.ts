import { type ChangeEvent, useEffect } from 'react';
import { useController, useFormContext } from 'react-hook-form';

import { validateText } from '#contract/v1/fields.ts';
import { announce } from '#src/ui/announcer.tsx';
import type { Suggestion } from '#src/ui/field.tsx';

import type { LeadControl, LeadFormValues, LeadPath } from './lead-paths.ts';

/** As if the person had typed it and gone on: it is validated at once. */
const asTyped = { shouldDirty: true, shouldTouch: true, shouldValidate: true };

/** Joins one control of a lead to the form around it. */
export function useLeadControl({ path, label, field }: Omit<LeadControl, 'textIn'>) {
  const { setValue } = useFormContext<LeadFormValues>();
  const { field: input, fieldState } = useController<LeadFormValues, LeadPath>({ name: path });
  const error = fieldState.error?.message;
  const result = validateText(field, input.value);
  const fixed = error !== undefined && result.error === error ? result.suggestion : undefined;

  useEffect(() => {
    if (fixed !== undefined) announce(`${label}: ${error} ${fixed} is offered after the field.`);
  }, [label, error, fixed]);

  /** Puts a text in the place of the one typed, and says so. */
  const replace = (text: string) => {
    setValue(path, text, asTyped);
    announce(`${label}: ${text}`);
  };
  /** Offers a text. When it is taken the focus goes back to the control, at once: react-hook-form's `setFocus` would take it later, from wherever it is then. */
  const suggestion = (text: string, words = `Use ${text}`): Suggestion => ({
    label: words,
    onUse: () => {
      replace(text);
      document.getElementById(path)?.focus();
    },
  });
  /** What is pasted is whole, so it is validated at once; what is typed, when the field is left. */
  const handleChange = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const { nativeEvent, target } = event;
    const isPasted =
      nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste';
    if (isPasted) setValue(path, target.value, asTyped);
    else input.onChange(event);
  };

  return {
    input: { ...input, onChange: handleChange },
    error,
    /** Whether there is a text and it would be accepted. */
    isFilled: result.error === undefined && result.value !== null,
    /** The contract's own fix of the error that is shown. */
    fix: fixed === undefined ? undefined : suggestion(fixed),
    suggestion,
    replace,
    /** Puts a text there without a word: the control itself shows what was chosen. */
    choose: (text: string) => setValue(path, text, asTyped),
  };
}
