import type { ReactNode } from 'react';

import { leadLabels } from '#contract/v1/lead-labels.ts';
import type { Option } from '#src/ui/form/native-select.tsx';
import { Select } from '#src/ui/form/select.tsx';

import { textControl } from './lead-values.ts';
import { useLeadControl } from './use-lead-form.ts';

/** The contact of a lead. An option with an empty value submits nothing. */
export function ContactField(props: { options: readonly Option[]; hint?: ReactNode }) {
  const { input, error, choose } = useLeadControl(textControl('brokerRepId'));
  return (
    <Select
      {...input}
      {...props}
      onChange={(event) => choose(event.target.value)}
      label={leadLabels.brokerRep}
      error={error}
    />
  );
}
