import type { ReactNode } from 'react';

import { leadFields } from '#contract/v1/leads.ts';
import { amountOfThousands, groupThousands, plainAmount } from '#src/lib/values/amounts.ts';
import { useAmounts } from '#src/ui/elements/amount.tsx';
import { Field } from '#src/ui/form/field.tsx';

import { textControl, type LeadTextName } from './lead-paths.ts';
import { SpacedInput } from './texts/spaced-input.tsx';
import { useLeadControl } from './use-lead-control.ts';

interface AmountFieldProps {
  name: LeadTextName;
  label?: string | undefined;
  hint?: ReactNode;
}

/**
 * A whole amount, shown with its thousands in groups. When the field is left, an amount that is
 * typed with separators or with the sign of its currency becomes plain digits. With a currency, the
 * amount is repeated below in it.
 */
export function AmountField({ name, label, hint }: AmountFieldProps) {
  const field = leadFields[name];
  const { amount, currency } = useAmounts();
  const control = useLeadControl(textControl(name), groupThousands);
  const { input, error, fix, isDirty, isFilled, suggestion, type, choose } = control;
  const inFull = error === undefined ? undefined : amountOfThousands(input.value, currency);
  const readBack = currency !== null && isFilled ? amount(input.value.trim()) : undefined;
  const convert = () => {
    const plain = plainAmount(input.value, currency);
    // What a record has in another spelling is not changed by passing through the field.
    if (plain !== undefined && (isDirty || error !== undefined)) choose(plain);
  };
  const { onChange: _, ...rest } = input;
  return (
    <Field
      label={label ?? field.label}
      name={name}
      optional={!field.required}
      // An error says more than the hint does, so it replaces the hint.
      hint={error === undefined ? (readBack ?? hint) : undefined}
      error={error}
      suggestion={fix ?? (inFull === undefined ? undefined : suggestion(inFull))}
    >
      {(attributes) => (
        <SpacedInput
          {...rest}
          {...attributes}
          space={groupThousands}
          onType={(text, isPasted) =>
            type((isPasted ? plainAmount(text, currency) : undefined) ?? text, isPasted)
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
