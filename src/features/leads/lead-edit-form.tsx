import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';

import { leadLabels } from '#contract/v1/lead-labels.ts';
import type { LeadFieldName } from '#contract/v1/leads.ts';
import { contactsQuery } from '#src/api/contacts.ts';
import { FormShell } from '#src/forms/form-shell.tsx';
import { LeadField } from '#src/forms/lead-field.tsx';
import { leadControls, type LeadFormValues } from '#src/forms/lead-paths.ts';
import { useLeadForm } from '#src/forms/use-lead-form.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { FieldGrid } from '#src/ui/form/form-layout.tsx';

import { ConflictNotice } from './lead-conflict-notice.tsx';
import { typedControls } from './lead-conflict.ts';
import type { Edit } from './lead-save.ts';

import s from './lead.module.css';

interface LeadEditFormProps {
  title: string;
  names: readonly LeadFieldName[];
  edit: Edit;
  onSubmit: (values: LeadFormValues) => Promise<void>;
  onCancel: () => void;
}

/** The edit form of a section. Takes the focus; cancelling or leaving with changes asks first. */
export function LeadEditForm({ title, names, edit, onSubmit, onCancel }: LeadEditFormProps) {
  const { conflict } = edit;
  const form = useLeadForm(names, edit.base.values);
  const { isDirty } = useFormState({ control: form.control });
  const [isAsking, setAsking] = useState(false);
  const container = useRef<HTMLDivElement>(null);

  const start = useEffectEvent(() => {
    if (!conflict)
      return container.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    for (const { path, textIn } of typedControls(names, conflict.before, conflict.yours))
      form.setValue(path, textIn(conflict.yours), { shouldDirty: true, shouldValidate: true });
  });
  useEffect(() => start(), []);

  return (
    <div ref={container} className={s.editing}>
      <FormShell
        form={form}
        label={`Edit ${title}`}
        controls={leadControls(names)}
        submitLabel="Save changes"
        pendingText="Saving"
        loss={`Your changes under ${title} are not saved yet.`}
        onSubmit={onSubmit}
        actions={<Button onClick={() => (isDirty ? setAsking(true) : onCancel())}>Cancel</Button>}
      >
        {conflict && <ConflictNotice {...conflict} />}
        <FieldGrid>
          {names.map((name) =>
            name === 'brokerRepId' ? (
              <ContactField key={name} current={edit.base.values.brokerRepId} />
            ) : (
              <LeadField key={name} name={name} />
            ),
          )}
        </FieldGrid>
      </FormShell>
      {isAsking && (
        <Dialog
          title="Discard changes?"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button variant="main" onClick={() => setAsking(false)}>
                Keep editing
              </Button>
              <Button onClick={onCancel}>Discard</Button>
            </>
          }
        >
          <p>{`Your changes under ${title} are not saved yet.`}</p>
        </Dialog>
      )}
    </div>
  );
}

/**
 * Selects the lead's contact from the partner's contacts. Keeps the `current` contact while the
 * contacts load, and if loading fails.
 */
function ContactField({ current }: { current: string }) {
  const { data = [], error } = useQuery(contactsQuery);
  const contacts = data.map(({ id, firstName, lastName }) => ({
    value: id,
    label: `${firstName} ${lastName}`,
  }));
  const isKnown = contacts.some(({ value }) => value === current);
  return (
    <LeadField
      name="brokerRepId"
      label={leadLabels.brokerRep}
      options={isKnown ? contacts : [{ value: current, label: 'As it is' }, ...contacts]}
      hint={error && `Couldn’t load contacts. ${error.message}`}
    />
  );
}
