import type { ChangeEvent, KeyboardEvent } from 'react';
import {
  set,
  useForm,
  type FieldErrors,
  type Resolver,
  type UseFormReturn,
  useController,
  useFormContext,
} from 'react-hook-form';

import { templateColumnIndex } from '#contract/bulk-upload/lead-template.ts';
import { validateText, type Kind } from '#contract/v1/fields.ts';
import type { LeadFieldName } from '#contract/v1/leads.ts';
import { dateFormError, exampleDate } from '#contract/v1/rules/date-rule.ts';
import { lostTextErrors } from '#contract/v1/rules/lost-texts.ts';
import { plusMissingError } from '#contract/v1/rules/rules.ts';
import { dateOnly } from '#src/lib/days.ts';
import { programTrace, dependsOnRow, withoutTrace } from '#src/lib/values/program-traces.ts';
import { announce, useAnnouncement } from '#src/ui/elements/announcer.tsx';
import type { Suggestion } from '#src/ui/form/field-messages.tsx';

import {
  isSent,
  toFormValues,
  leadControls,
  type LeadFormValues,
  type LeadControl,
  type LeadPath,
} from './lead-values.ts';

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

/**
 * Focuses a control, whose path is its id, at once; react-hook-form's `setFocus` would do so later
 * and could steal the focus from another element.
 */
export function focusControl(path: LeadPath): void {
  document.getElementById(path)?.focus();
}

const asItIs = (text: string) => text;

/**
 * Sets a value as if the person had typed it and left the field: the value is validated at once.
 */
const asTyped = { shouldDirty: true, shouldTouch: true, shouldValidate: true };

/**
 * Connects one control of a lead to the form around it. `show` returns how the control shows a
 * text; as it is without it.
 */
export function useLeadControl(
  { path, label, field }: Omit<LeadControl, 'textIn'>,
  show: (text: string) => string = asItIs,
) {
  const { setValue } = useFormContext<LeadFormValues>();
  const { field: input, fieldState } = useController<LeadFormValues, LeadPath>({ name: path });
  const error = fieldState.error?.message;
  const result = validateText(field, input.value);
  const isOfRule = result.error !== undefined && sentenceInForm(field.kind, result.error) === error;
  const fixed = isOfRule ? result.suggestion : undefined;
  const isLeft = fieldState.isTouched && fieldState.isDirty;
  const trace = isLeft && error === undefined ? readTrace(path, input.value) : undefined;
  useAnnouncement(
    fixed === undefined
      ? trace && `${label}: ${trace.sentence}`
      : `${label}: ${error} ${show(fixed)} is suggested after the field.`,
  );

  /** Replaces the text and announces the new one. */
  const replace = (text: string) => {
    setValue(path, text, asTyped);
    announce(`${label}: ${show(text)}`);
  };
  /** Returns a suggestion. Using it returns the focus to the control. */
  const suggestion = (text: string, actionLabel = `Use ${show(text)}`): Suggestion => ({
    label: actionLabel,
    onUse: () => {
      replace(text);
      focusControl(path);
    },
  });
  /** Suggests a replacement for a text with traces of a program: another text, or none. */
  const instead = () => {
    if (trace === undefined) return undefined;
    const { cleaned } = trace;
    if (cleaned !== undefined) return suggestion(cleaned, `Read as ${toOneLine(show(cleaned))}?`);
    const canBeEmpty = trace.kind === 'left-over' && !field.required;
    return canBeEmpty ? suggestion('', 'Leave empty?') : undefined;
  };
  /** Replaces the text without an announcement: the control itself shows the choice. */
  const choose = (text: string) => setValue(path, text, asTyped);
  /**
   * Takes the text of a control after typing or pasting. Pasted text is complete, so it is
   * validated at once; typed text is validated when the field is left.
   */
  const type = (text: string, isPasted: boolean) =>
    isPasted ? choose(text) : input.onChange(text);

  return {
    input: {
      ...input,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        type(event.target.value, isPaste(event.nativeEvent)),
    },
    /** The props that every field has. */
    shell: { label, name: path, optional: !field.required, error, warning: trace?.sentence },
    type,
    error,
    /** Whether the control has been left once, or its text pasted. */
    isTouched: fieldState.isTouched,
    /** Whether the text differs from the one that the form began with. */
    isDirty: fieldState.isDirty,
    /** Whether the control has a valid, non-empty text. */
    isFilled: result.error === undefined && result.value !== null,
    /** The contract's fix for the error shown, or a text without what a program left in it. */
    fix: fixed === undefined ? instead() : suggestion(fixed),
    suggestion,
    replace,
    converting: (convert: () => void) => convertWhenLeft(convert, input.onBlur),
    choose,
  };
}

/**
 * Returns the trace of a program in a text that the contract accepts, as bulk upload finds it, and
 * the text without the trace, if certain. Traces that only other fields could confirm are left out:
 * Null is a surname.
 */
function readTrace(path: LeadPath, text: string) {
  const columnIndex = templateColumnIndex(path);
  const trace = text.trim() === '' ? undefined : programTrace(columnIndex, text);
  if (trace === undefined || dependsOnRow(trace, columnIndex)) return undefined;
  return { ...trace, cleaned: withoutTrace(trace.kind, columnIndex, text) };
}

const maxShownLength = 60;

/** Returns a text as it fits on a button. */
function toOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > maxShownLength ? `${line.slice(0, maxShownLength).toWellFormed()}…` : line;
}

/** Returns whether text was pasted, not typed. */
export function isPaste(event: Event): boolean {
  return event instanceof InputEvent && event.inputType === 'insertFromPaste';
}

/**
 * Returns the handlers of an input whose text is converted when it is left, and on Enter, which
 * submits the form without a `blur` event.
 */
function convertWhenLeft(convert: () => void, onBlur: () => void) {
  return {
    onBlur: () => {
      convert();
      onBlur();
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter') convert();
    },
  };
}

/**
 * Returns an error of the contract as the form says it. The contract speaks of the texts of files,
 * but in a form a date has any spelling, a phone has its country beside it, and no spreadsheet
 * was used.
 */
export function sentenceInForm(kind: Kind, error: string | undefined): string | undefined {
  if (kind === 'phone' && error === plusMissingError)
    return 'Enter the whole number, and choose its country.';
  if (kind === 'number' && error === lostTextErrors.exponent)
    return 'Enter the amount in digits, such as 100000.';
  if (kind !== 'date') return error;
  const example = dateOnly(exampleDate);
  if (error === dateFormError) return `Enter a date, for example ${example}.`;
  return error?.replace(exampleDate, example);
}
