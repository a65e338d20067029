import { leadFields } from '#contract/v1/leads.ts';
import { CheckboxGroup } from '#src/ui/form/choice-group.tsx';

import { textControl, type LeadTextName } from './lead-paths.ts';
import { useLeadControl } from './use-lead-control.ts';

/**
 * A field with several values, as checkboxes. A value of an existing record that the contract does
 * not know keeps its checkbox.
 */
export function ChoicesField({ name }: { name: LeadTextName }) {
  const field = leadFields[name];
  const { input, error, choose } = useLeadControl(textControl(name));
  const chosen = input.value.split(';').filter(Boolean);
  const values: readonly string[] = 'values' in field ? (field.values ?? []) : [];
  const shown = [...new Set([...values, ...chosen])];

  const handleChange = (value: string, isChosen: boolean) =>
    choose(shown.filter((one) => (one === value ? isChosen : chosen.includes(one))).join(';'));

  return (
    <CheckboxGroup
      name={name}
      label={field.label}
      optional={!field.required}
      options={shown}
      chosen={chosen}
      onChange={(event) => handleChange(event.target.value, event.target.checked)}
      onBlur={input.onBlur}
      error={error}
    />
  );
}
