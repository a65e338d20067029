import type { ReactNode } from 'react';

import type { Kind } from '#contract/v1/fields.ts';
import { leadFields } from '#contract/v1/leads.ts';
import { useAmounts } from '#src/ui/elements/amount.tsx';
import { Wide } from '#src/ui/form/form-layout.tsx';
import { TextArea } from '#src/ui/form/text-area.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { textControl, type LeadTextName } from './lead-paths.ts';
import { industries } from './texts/industries.ts';
import { useLeadControl } from './use-lead-control.ts';

interface LeadTextFieldProps {
  name: LeadTextName;
  label?: string | undefined;
  hint?: ReactNode;
}

/**
 * A typed field: text, notes, email or number. A number is repeated below in a readable format.
 */
export function LeadTextField({ name, label, hint }: LeadTextFieldProps) {
  const field = leadFields[name];
  const { amount } = useAmounts();
  const { input, error, fix, isFilled } = useLeadControl(textControl(name));
  const readBack = isFilled ? echo(field.kind, input.value, amount) : undefined;
  const common = {
    ...input,
    label: label ?? field.label,
    optional: !field.required,
    // An error says more than the hint does, so it replaces the hint.
    hint: error === undefined ? (readBack ?? hint) : undefined,
    error,
    suggestion: fix,
  };
  if (field.kind === 'notes')
    return (
      <Wide>
        <TextArea {...common} />
      </Wide>
    );

  const suggestions = name === 'industry' ? industries : undefined;
  return (
    <>
      <TextInput
        {...common}
        {...typing[field.kind]}
        // The client is not the person at the keyboard, so the browser's own data don't apply.
        autoComplete="off"
        list={suggestions && `${name}-suggestions`}
      />
      {suggestions && <Suggestions id={`${name}-suggestions`} texts={suggestions} />}
    </>
  );
}

/** The suggestions of a free-text input, as a `<datalist>`. */
export function Suggestions({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text}>{text}</option>
      ))}
    </datalist>
  );
}

/**
 * Keyboard settings by kind. Email is not `type="email"`, because browsers rewrite what is typed
 * there.
 */
const typing: Partial<Record<Kind, object>> = {
  number: { inputMode: 'numeric' },
  email: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
};

/** Returns a large number in a readable format: thousands grouped. */
function echo(kind: Kind, text: string, amount: (text: string) => string): string | undefined {
  return kind === 'number' && Number(text) >= 1000 ? amount(text.trim()) : undefined;
}
