import { useCallback, type ChangeEvent, type ComponentProps, useState } from 'react';

import { type BusinessNumberName, businessNumbers } from '#contract/v1/business-numbers.ts';
import { amountInFull } from '#contract/v1/rules/number-rule.ts';
import { groupThousands, readAmountDigits } from '#src/lib/values/amounts.ts';
import { compactNumber, spaceDigits } from '#src/lib/values/number-formats.ts';
import { useAnnouncement } from '#src/ui/elements/announcer.tsx';
import { useAmounts } from '#src/ui/elements/use-amounts.ts';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';

import { textControl, type LeadTextName } from './lead-values.ts';
import { useLeadControl, isPaste } from './use-lead-form.ts';

/**
 * An official business number, spaced as its register prints it. Its check digits are checked here;
 * a wrong number is a warning, because the service accepts any text. That a number is too short is
 * said once the field has been left.
 */
export function BusinessNumberField({ name }: { name: BusinessNumberName }) {
  const { hint, check } = businessNumbers[name];
  const space = useCallback((typed: string) => spaceDigits(name, typed), [name]);
  const control = useLeadControl(textControl(name), space);
  const { input, shell, error, fix, isDirty, isFilled, isTouched, type } = control;
  const isStarted = !isTouched && compactNumber(input.value).length < minLengths[name];
  const result = isFilled && !isStarted ? check(input.value) : undefined;
  const warning = result && 'warning' in result ? result.warning : undefined;
  // A record’s own number is not announced when its form opens.
  useAnnouncement(isDirty && warning ? `${shell.label}: ${warning}` : undefined);
  const likely = warning === undefined ? undefined : likelyNumber(name, input.value);
  const suggestion = likely === undefined ? undefined : control.suggestion(likely);
  const { onChange: _, ...rest } = input;
  return (
    <Field
      {...shell}
      hint={error === undefined && warning === undefined && (result ? validHint(name) : hint)}
      warning={warning}
      suggestion={fix ?? suggestion}
    >
      {(attributes) => (
        <SpacedInput
          {...rest}
          {...attributes}
          space={space}
          onType={type}
          inputMode={name === 'crn' || name === 'uen' ? undefined : 'numeric'}
          // The client is not the person at the keyboard, so the browser's own data don't apply.
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

/**
 * Returns the valid number that a text contains: after the name of the number, `ABN: 51 824 …`,
 * or without its leading zeros, which only ACN and CRN can have.
 */
function likelyNumber(name: BusinessNumberName, text: string): string | undefined {
  const typed = text.trim();
  const isNamed = typed.toLowerCase().startsWith(name);
  const number = compactNumber(
    isNamed ? typed.slice(name.length).replace(/^[\s:#.–-]+/, '') : typed,
  );
  const whole = name === 'acn' || name === 'crn' ? number.padStart(minLengths[name], '0') : number;
  const isMuchShorter = number.length < minLengths[name] - 3;
  return !isMuchShorter && 'ok' in businessNumbers[name].check(whole) ? whole : undefined;
}

/** How many digits and letters the shortest number has. */
const minLengths: Record<BusinessNumberName, number> = {
  abn: 11,
  acn: 9,
  nzbn: 13,
  crn: 8,
  uen: 9,
};

/** Companies House issues numbers without a check digit. */
function validHint(name: BusinessNumberName): string {
  return name === 'crn' ? 'Valid format.' : 'Check digits OK.';
}

/**
 * A whole amount, shown with its thousands in groups. When the field is left, an amount that is
 * typed with separators or with the sign of its currency becomes plain digits. With a currency, the
 * amount is repeated below in it.
 */
export function AmountField({ name }: { name: LeadTextName }) {
  const { amount, currency } = useAmounts();
  const control = useLeadControl(textControl(name), groupThousands);
  const { input, shell, error, fix, isDirty, isFilled, suggestion, type, choose } = control;
  const inFull = error === undefined ? undefined : amountInFull(input.value);
  const readBack = currency !== null && isFilled ? amount(input.value.trim()) : undefined;
  const convert = () => {
    const digits = readAmountDigits(input.value, currency);
    // What a record has in another spelling is not changed by passing through the field.
    if (digits !== undefined && (isDirty || error !== undefined)) choose(digits);
  };
  const { onChange: _, ...rest } = input;
  return (
    <Field
      {...shell}
      // An error says more than the hint does, so it replaces the hint.
      hint={error === undefined ? readBack : undefined}
      suggestion={fix ?? (inFull === undefined ? undefined : suggestion(inFull))}
    >
      {(attributes) => (
        <SpacedInput
          {...rest}
          {...attributes}
          space={groupThousands}
          onType={(text, isPasted) =>
            type((isPasted ? readAmountDigits(text, currency) : undefined) ?? text, isPasted)
          }
          inputMode="numeric"
          // The client is not the person at the keyboard, so the browser's own data don't apply.
          autoComplete="off"
          {...control.converting(convert)}
        />
      )}
    </Field>
  );
}

interface SpacedInputProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'value'> {
  /** The typed text, without the spaces that are only shown. */
  value: string;
  /** Returns digits with spaces, and any other text unchanged. */
  space: (typed: string) => string;
  onType: (typed: string, isPasted: boolean) => void;
}

/**
 * An input that shows digits in groups, which are not part of its value. Nothing moves while they
 * are edited: they are grouped again when the field is left.
 */
export function SpacedInput({ value, space, onType, onBlur, ...input }: SpacedInputProps) {
  const [edited, setEdited] = useState({ typed: value, shown: space(value) });
  const shown = edited.typed === value ? edited.shown : space(value);
  const isTyped = (each: string) => value.includes(each) || !shown.includes(each);

  const handleChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const typed = target.value.replaceAll(/[\s,]/g, (each) => (isTyped(each) ? each : ''));
    setEdited({ typed, shown: target.value });
    onType(typed, isPaste(nativeEvent));
  };

  return (
    <Input
      {...input}
      value={shown}
      onChange={handleChange}
      onBlur={(event) => {
        setEdited({ typed: value, shown: space(value) });
        onBlur?.(event);
      }}
    />
  );
}
