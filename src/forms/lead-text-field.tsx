import { type ComponentProps, type ReactNode, useState } from 'react';

import { leadFields } from '#contract/v1/leads.ts';
import { Wide } from '#src/ui/form/form-layout.tsx';
import { TextInput, TextArea } from '#src/ui/form/text-input.tsx';

import { textControl, type LeadTextName } from './lead-paths.ts';
import { useLeadControl } from './use-lead-form.ts';

/**
 * Suggestions of the industry field: the sections of the UN's ISIC Rev. 5 in plain words. Any other
 * text is accepted too.
 */
const industries = [
  'Accommodation',
  'Administrative and support services',
  'Agriculture, forestry and fishing',
  'Arts, sports and recreation',
  'Construction',
  'Education',
  'Electricity and gas',
  'Financial and insurance services',
  'Food and beverage services',
  'Health care and social work',
  'Information technology',
  'Manufacturing',
  'Mining',
  'Other services',
  'Professional services',
  'Publishing and broadcasting',
  'Real estate',
  'Retail trade',
  'Telecommunications',
  'Transport and storage',
  'Water and waste management',
  'Wholesale trade',
] as const;

/** A typed field: text, notes or email. */
export function LeadTextField({ name, hint }: { name: LeadTextName; hint?: ReactNode }) {
  const field = leadFields[name];
  const { input, shell, error, fix } = useLeadControl(textControl(name));
  const common = {
    ...input,
    ...shell,
    // An error says more than the hint does, so it replaces the hint.
    hint: error === undefined ? hint : undefined,
    suggestion: fix,
  };
  if (field.kind === 'notes')
    return (
      <Wide>
        <TextArea {...common} />
      </Wide>
    );

  return (
    <SuggestingInput
      {...common}
      {...(field.kind === 'email' && emailTyping)}
      suggestions={name === 'industry' ? industries : undefined}
    />
  );
}

/**
 * A free-text input whose suggestions, a `<datalist>`, are rendered once it is focused: those of a
 * country are hundreds.
 */
export function SuggestingInput({
  suggestions,
  ...input
}: ComponentProps<typeof TextInput> & { suggestions: readonly string[] | undefined }) {
  const [wasFocused, setWasFocused] = useState(false);
  const id = `${input.name}-suggestions`;
  return (
    <>
      <TextInput
        {...input}
        // The client is not the person at the keyboard, so the browser's own data don't apply.
        autoComplete="off"
        list={suggestions && id}
        onFocus={() => setWasFocused(true)}
      />
      {suggestions && wasFocused && (
        <datalist id={id}>
          {suggestions.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      )}
    </>
  );
}

/** Not `type="email"`, because browsers rewrite what is typed there. */
const emailTyping = { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const;
