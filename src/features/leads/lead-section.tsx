import { lazy, type ReactNode, Suspense } from 'react';

import { labelsFor } from '#contract/field-labels.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import type { LeadResponseFieldName } from '#contract/v1/lead-records.ts';
import { useIsSupport } from '#src/api/session.ts';
import { isOwnPage, labelOf } from '#src/lib/client-links.ts';
import { isEmpty } from '#src/lib/plain-text.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Value } from '#src/ui/elements/value.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { Detail, OtherDetails } from '#src/ui/layout/details.tsx';
import { FoldedDetails, useFilledSection } from '#src/ui/layout/folded-details.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { type EditableGroup, type LeadGroup, namesOf } from './lead-groups.ts';
import type { LeadVersion } from './lead-save.ts';
import { LeadValue } from './lead-value.tsx';
import { useEditing } from './use-editing.ts';

// Loaded lazily, because it includes the form and the phone data of all countries.
const LeadEditor = lazy(async () => ({ default: (await import('./lead-editor.tsx')).LeadEditor }));

interface LeadSectionProps {
  group: LeadGroup;
  lead: LeadVersion;
  /** The names of the fields that changed just now. */
  changed: ReadonlySet<string>;
  /** The fields that the user may edit here; if empty, there is no Edit button. */
  editable: EditableGroup['names'];
  areEmptyShown: boolean;
  /** Called when editing starts and when it ends. */
  onEditing: (isEditing: boolean) => void;
  /** More rows after the group's own. */
  children?: ReactNode;
}

/**
 * Shows one group of a lead's fields; Edit turns it into a form in the same place. A group without
 * values is shown together with the empty fields.
 */
export function LeadSection({
  group,
  lead,
  changed,
  editable,
  areEmptyShown,
  onEditing,
  children,
}: LeadSectionProps) {
  const { isEditing, editButton, handleEdit, handleDone } = useEditing(onEditing);
  const labels = labelsFor(leadLabels, useIsSupport());
  const { title, names, ids = [] } = group;
  const isFilled =
    children !== undefined || namesOf(group).some((name) => !isWithoutValue(lead, name));
  // A section that was edited keeps its Edit button, to which the focus returns.
  const isShown = useFilledSection(isFilled || isEditing) || areEmptyShown;
  if (!isShown) return null;
  if (isEditing)
    return (
      <Section title={title}>
        <GroupsEditor groups={[{ title, names: editable }]} lead={lead} onDone={handleDone} />
      </Section>
    );
  const rows = (of: LeadGroup['names']) => rowsOf(of, { lead, changed, labels });
  return (
    <Section
      title={title}
      action={
        editable.length > 0 && (
          <Button
            ref={editButton}
            variant="plain"
            size="small"
            aria-label={`Edit ${title}`}
            onClick={handleEdit}
          >
            Edit
          </Button>
        )
      }
    >
      <FoldedDetails details={rows(names)} areEmptyShown={areEmptyShown}>
        {children}
      </FoldedDetails>
      {ids.length > 0 && (
        <OtherDetails isMarked={ids.some((name) => changed.has(name))}>
          <FoldedDetails details={rows(ids)} areEmptyShown={areEmptyShown}>
            <Detail label="Lead ID">
              <Value kind="id" label="Lead ID" text={lead.record.id} />
            </Detail>
          </FoldedDetails>
        </OtherDetails>
      )}
    </Section>
  );
}

interface GroupsEditorProps {
  groups: readonly EditableGroup[];
  lead: LeadVersion;
  /** Called with a message about the result. */
  onDone: (news: string) => void;
}

/** The form of some groups of a lead's fields. */
export function GroupsEditor({ groups, ...props }: GroupsEditorProps) {
  const lines = groups.reduce((sum, { names }) => sum + names.length, 0);
  return (
    <Suspense fallback={<SkeletonLines lines={lines} />}>
      <LeadEditor groups={groups} {...props} />
    </Suspense>
  );
}

/** Returns whether a field of a lead has nothing to show. */
export function isWithoutValue({ record }: LeadVersion, name: LeadResponseFieldName): boolean {
  const value = record.fields[name];
  return isEmpty(value) || isOwnPage(name, value);
}

interface RowsOptions extends Pick<LeadSectionProps, 'lead' | 'changed'> {
  labels: Readonly<Record<LeadResponseFieldName, string>>;
}

function rowsOf(names: LeadGroup['names'], { lead, changed, labels }: RowsOptions) {
  return names.map((name) => ({
    label: labelOf(name, labels[name]),
    isMarked: changed.has(name),
    value: isWithoutValue(lead, name) ? null : (
      <LeadValue name={name} label={labels[name]} value={lead.record.fields[name]} canCopy />
    ),
    // The service may hold a value that it does not return, and an empty field would deny that.
    empty: lead.absent.includes(name) ? 'The service doesn’t return this field' : undefined,
  }));
}
