import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { get, useFormState, useWatch, useFormContext } from 'react-hook-form';

import { fullAddress } from '#contract/v1/addresses.ts';
import { leadFields } from '#contract/v1/leads.ts';
import { contactOptions, contactsQuery } from '#src/api/contacts.ts';
import { ContactField } from '#src/forms/contact-field.tsx';
import { FormShell } from '#src/forms/form-shell.tsx';
import { LeadField } from '#src/forms/lead-field.tsx';
import {
  isAddressName,
  leadControls,
  type LeadAddressName,
  type LeadFormValues,
} from '#src/forms/lead-values.ts';
import { useLeadForm } from '#src/forms/use-lead-form.ts';
import { noValue } from '#src/lib/numbers.ts';
import { focusTyped } from '#src/lib/type-into.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { FieldGrid } from '#src/ui/form/field-grid.tsx';
import { FullWidth } from '#src/ui/form/full-width.tsx';
import { RadioGroup } from '#src/ui/form/radio-group.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import type { EditableGroup } from './lead-groups.ts';
import { type Edit, typedControls, type FieldDifference } from './lead-save.ts';

import s from './lead.module.css';

const loss = 'Your changes to this lead are not saved yet.';

interface LeadEditFormProps {
  groups: readonly EditableGroup[];
  edit: Edit;
  submitLabel?: string | undefined;
  onSubmit: (values: LeadFormValues) => Promise<void>;
  onCancel: () => void;
}

/**
 * The form with some groups of a lead's fields; the title of an only one is read out alone. Takes
 * the focus; cancelling or leaving with changes asks first.
 */
export function LeadEditForm(props: LeadEditFormProps) {
  const { groups, edit, submitLabel = 'Save changes', onSubmit, onCancel } = props;
  const names = groups.flatMap((group) => group.names);
  const [first, ...others] = groups;
  const { conflict } = edit;
  const form = useLeadForm(names, edit.base.values);
  const { isDirty } = useFormState({ control: form.control });
  const [isAsking, setAsking] = useState(false);
  const container = useRef<HTMLDivElement>(null);

  const start = useEffectEvent(() => {
    if (!conflict)
      return focusTyped(
        container.current?.querySelector<HTMLElement>(
          ':is(input, select, textarea):not(details:not([open]) *)',
        ),
      );
    for (const { path, textIn } of typedControls(names, conflict.before, conflict.yours))
      form.setValue(path, textIn(conflict.yours), { shouldDirty: true, shouldValidate: true });
  });
  useLayoutEffect(() => start(), []);

  return (
    <div ref={container} className={s.editing}>
      <FormShell
        form={form}
        label={`Edit ${others.length === 0 && first ? first.title : 'lead'}`}
        controls={leadControls(names)}
        submitLabel={submitLabel}
        pendingText="Saving"
        loss={loss}
        onSubmit={onSubmit}
        actions={<Button onClick={() => (isDirty ? setAsking(true) : onCancel())}>Cancel</Button>}
      >
        {conflict && <ConflictNotice {...conflict} />}
        {groups.map((group) => (
          <Section key={group.title} title={group.title} isTitleShown={others.length > 0}>
            <GroupFields names={group.names} before={edit.base.values} />
          </Section>
        ))}
      </FormShell>
      {isAsking && (
        <ConfirmDialog
          title="Discard changes?"
          confirm="Keep editing"
          onConfirm={() => setAsking(false)}
          cancel="Discard"
          onCancel={onCancel}
          onClose={() => setAsking(false)}
        >
          <p>{loss}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The fields of one group. Of several addresses one is open at a time, the first filled one. */
function GroupFields({ names, before }: Pick<EditableGroup, 'names'> & { before: LeadFormValues }) {
  const addresses = names.filter(isAddressName);
  const opened =
    addresses.find((name) => Object.values(before[name]).some((part) => part !== '')) ??
    addresses[0];
  return (
    <FieldGrid>
      {names.map((name) => {
        if (name === 'brokerRepId')
          return <ContactChoice key={name} current={before.brokerRepId} />;
        if (isAddressName(name))
          return <CollapsedAddress key={name} name={name} isOpen={name === opened} />;
        return <LeadField key={name} name={name} />;
      })}
    </FieldGrid>
  );
}

/**
 * Selects the lead's contact from the partner's contacts. Keeps the `current` contact while the
 * contacts load, and if loading fails.
 */
function ContactChoice({ current }: { current: string }) {
  const { data = [], error } = useQuery(contactsQuery);
  const contacts = contactOptions(data);
  const isKnown = contacts.some(({ value }) => value === current);
  return (
    <ContactField
      options={isKnown ? contacts : [{ value: current, label: 'As it is' }, ...contacts]}
      hint={error && `Couldn’t load contacts. ${error.message}`}
    />
  );
}

/**
 * An address in a form of several: its parts are shown once it is opened, and the browser then
 * closes the others of the form. Closed, it shows a summary of the address and whether it has an
 * error. `isOpen`: at first.
 */
function CollapsedAddress({ name, isOpen }: { name: LeadAddressName; isOpen: boolean }) {
  return (
    <FullWidth>
      {/* Not controlled: the browser, a link of the error summary and the user open and close it. */}
      <details name="addresses" open={isOpen} className={s.address}>
        <summary>
          <span>{leadFields[name].label}</span>
          <AddressNote name={name} />
        </summary>
        <LeadField name={name} />
      </details>
    </FullWidth>
  );
}

function AddressNote({ name }: { name: LeadAddressName }) {
  const parts = useWatch<LeadFormValues, LeadAddressName>({ name });
  const { errors } = useFormState<LeadFormValues>({ name });
  if (get(errors, name) !== undefined)
    return <span className="danger small medium">Needs correcting</span>;
  return <span className="soft small wrap-anywhere">{fullAddress(parts) || 'Not filled in'}</span>;
}

/**
 * Says that someone else changed the same fields: their value, the user's value, and a choice
 * between the two.
 */
function ConflictNotice({ theirs, differences }: NonNullable<Edit['conflict']>) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);

  return (
    <div ref={place} tabIndex={-1} className={s.conflict}>
      <Notice tone="warning" title="Someone else changed this lead. Nothing is saved yet.">
        <p>
          They saved it <Time value={theirs.record.updatedAt} />. Your work is safe: choose which
          values to keep, then save again.
        </p>
        <ul className={s.differences}>
          {differences.map((difference) => (
            <li key={difference.control.path}>
              <DifferenceRow difference={difference} />
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function DifferenceRow({ difference }: { difference: FieldDifference }) {
  const { control, before, theirs, yours } = difference;
  const { watch, setValue } = useFormContext<LeadFormValues>();
  const now = watch(control.path);

  if (yours === undefined)
    return (
      <p>
        {control.label}: they changed {reported(before)} to {reported(theirs)}. You didn’t change
        it, so their value stays.
      </p>
    );
  return (
    <RadioGroup
      label={`${control.label} (was ${reported(before)})`}
      name={`stays-${control.path}`}
      options={[
        { value: theirs, label: `Keep their value: ${reported(theirs)}` },
        { value: yours, label: `Use my value: ${reported(yours)}` },
      ]}
      chosen={[now]}
      onChange={(event) =>
        setValue(control.path, event.target.value, { shouldDirty: true, shouldValidate: true })
      }
    />
  );
}

const reported = (text: string): string => (text === '' ? noValue : text);
