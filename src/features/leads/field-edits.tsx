import { createContext, type ReactNode, useState } from 'react';

import type { LeadFieldName } from '#contract/v1/leads.ts';
import { InPlaceEditor } from '#src/features/records/table/in-place-editor.tsx';
import { EditButton } from '#src/ui/elements/edit-button.tsx';

import { LeadFieldForm } from './lead-correction.tsx';

type RenderEdit = (name: string, label: string) => ReactNode;

/** Returns the button that edits a field of the lead in place; nothing for others. */
export const FieldEdit = createContext<RenderEdit>(() => null);

/** Returns the buttons that edit some fields of a lead in place, and the form that is open. */
export function useFieldEdits(id: string, editable: readonly LeadFieldName[]) {
  const [edited, setEdited] = useState<LeadFieldName>();
  const renderEdit: RenderEdit = (name, label) => {
    // Whom a lead belongs to is shown by name and set by id.
    const written = name === 'brokerRep' ? 'brokerRepId' : name;
    const field = editable.find((each) => each === written);
    return field && <EditButton {...{ label, field }} onEdit={() => setEdited(field)} />;
  };
  const editor = edited !== undefined && (
    <InPlaceEditor
      type="lead"
      edited={{ id, field: edited }}
      Form={LeadFieldForm}
      onClose={() => setEdited(undefined)}
    />
  );
  return { renderEdit, editor };
}
