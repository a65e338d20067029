import type { ReactNode } from 'react';

import { leadFields } from '#contract/v1/leads.ts';
import { parseEmailText } from '#src/lib/values/contact-texts.ts';
import { FullWidth } from '#src/ui/form/full-width.tsx';
import { TextArea } from '#src/ui/form/text-area.tsx';

import { type LeadTextName, textControl } from './lead-values.ts';
import { SuggestingInput } from './suggesting-input.tsx';
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

/** Not `type="email"`, because browsers rewrite its text. */
const emailTyping = { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const;

/** A typed field: text, notes or email. */
export function LeadTextField({ name, hint }: { name: LeadTextName; hint?: ReactNode }) {
  const field = leadFields[name];
  const { input, shell, error, fix, suggestion } = useLeadControl(textControl(name));
  const isEmail = field.kind === 'email';
  const emails = isEmail && error !== undefined ? parseEmailText(input.value) : undefined;
  const common = {
    ...input,
    ...shell,
    // An error says more than the hint does, so it replaces the hint.
    hint: error === undefined ? hint : undefined,
    suggestion: fix ?? emails?.addresses.map((address) => suggestion(address)),
  };
  if (field.kind === 'notes')
    return (
      <FullWidth>
        <TextArea {...common} />
      </FullWidth>
    );

  return (
    <SuggestingInput
      {...common}
      {...(isEmail && emailTyping)}
      suggestions={name === 'industry' ? industries : undefined}
    />
  );
}
