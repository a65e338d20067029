import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';

import { labelsFor } from '#contract/field-labels.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { useIsSupport } from '#src/api/session.ts';
import {
  isWithoutValue,
  listNames,
  RecordSection,
} from '#src/features/records/page/record-section.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { Value } from '#src/ui/elements/value.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { useFilledSection } from '#src/ui/layout/collapsed-details.tsx';
import { Detail } from '#src/ui/layout/details.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import type { EditableGroup, LeadGroup } from './lead-groups.ts';
import type { LeadEditResult, LeadVersion } from './lead-save.ts';
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
  const { title } = group;
  const isFilled =
    children !== undefined ||
    listNames(group).some((name) => !isWithoutValue(lead.record.fields, name));
  // A section that was edited keeps its Edit button, to which the focus returns.
  const isShown = useFilledSection(isFilled || isEditing) || areEmptyShown;
  if (!isShown) return null;
  if (isEditing)
    return (
      <Section title={title}>
        <GroupsEditor groups={[{ title, names: editable }]} lead={lead} onDone={handleDone} />
      </Section>
    );
  return (
    <RecordSection
      group={group}
      fields={lead.record.fields}
      absent={lead.absent}
      FieldValue={CopyableValue}
      {...{ labels, changed, areEmptyShown }}
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
      otherDetails={
        <Detail label="Lead ID">
          <Value kind="id" label="Lead ID" text={lead.record.id} />
        </Detail>
      }
    >
      {children}
    </RecordSection>
  );
}

function CopyableValue(props: ComponentProps<typeof LeadValue>) {
  return <LeadValue {...props} canCopy />;
}

interface GroupsEditorProps {
  groups: readonly EditableGroup[];
  lead: LeadVersion;
  submitLabel?: string;
  /** Called with a message about the result. */
  onDone: (news: string, result: LeadEditResult) => void;
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
