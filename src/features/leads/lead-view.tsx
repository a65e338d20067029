import { Fragment, type ReactNode, useState } from 'react';

import { labelsFor } from '#contract/field-labels.ts';
import type { StageTime } from '#contract/portal/stage-times.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { isWithoutValue, listNames } from '#src/features/records/page/record-section.tsx';
import { AmountsOfPartner } from '#src/ui/elements/amount.tsx';
import { useAnnouncement } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { updatedInWords } from '#src/ui/elements/updated-mark.tsx';
import { useEmptyFields } from '#src/ui/layout/collapsed-details.tsx';
import { Detail } from '#src/ui/layout/details.tsx';
import { ExtraSection } from '#src/ui/layout/extra-section.tsx';
import { Columns } from '#src/ui/layout/section.tsx';

import { businessCurrency } from './business-currency.ts';
import {
  type EditableGroup,
  editableNames,
  groupBeforeAttachments,
  type LeadGroup,
  leadGroups,
  recordGroup,
} from './lead-groups.ts';
import { LeadHeader } from './lead-header.tsx';
import type { LeadVersion } from './lead-save.ts';
import { GroupsEditor, LeadSection } from './lead-section.tsx';
import { useEditing } from './use-editing.ts';

export interface LeadViewProps {
  lead: LeadVersion;
  /** What the service sent beyond the contract, by path. */
  extra: Readonly<Record<string, unknown>>;
  /** What the user may do with the lead. */
  may: {
    readonly edit: boolean;
    /** Reassign the lead to another contact of the partner. */
    readonly reassign: boolean;
  };
  /** Whether the reader is support, to whom the partner's people are not "you". */
  isSupport: boolean;
  /** The usual time in the lead's status; null if it is not known. */
  stageTime: StageTime | null;
  /** The names of the fields that changed just now. */
  changed: ReadonlySet<string>;
  /** Links to the other leads of the list, or nothing. */
  neighbours?: ReactNode;
  /** What the lender asks for, or nothing. */
  asked?: ReactNode;
  /** The lead's files. */
  attachments: ReactNode;
  /** What happened to the lead; false if the service has no history. */
  history: ReactNode;
}

/**
 * Shows a lead: the header, its fields and files in reading order, and the record data at the side.
 * All its fields can be edited at once, or those of a section.
 */
export function LeadView({ asked, attachments, history, ...props }: LeadViewProps) {
  const { lead, extra, may, isSupport, stageTime, changed, neighbours } = props;
  const { record } = lead;
  const emptyFields = useEmptyFields(allGroups.some((group) => hasEmptyField(group, lead)));
  const [editedSections, setEditedSections] = useState<readonly string[]>([]);
  const { isEditing, editButton, handleEdit, handleDone } = useEditing();
  useAnnouncement(updatedInWords(changed, labelsFor(leadLabels, isSupport)));

  const editable = (group: LeadGroup) =>
    may.edit ? editableNames(group).filter((name) => may.reassign || name !== 'brokerRepId') : [];
  const section = (group: LeadGroup) => ({
    group,
    lead,
    changed,
    areEmptyShown: emptyFields.areEmptyShown,
    editable: isEditing ? [] : editable(group),
    onEditing: (isEdited: boolean) =>
      setEditedSections((titles) => [
        ...titles.filter((title) => title !== group.title),
        ...(isEdited ? [group.title] : []),
      ]),
  });

  return (
    <AmountsOfPartner partnerId={record.fields.broker?.id} local={businessCurrency(record.fields)}>
      <LeadHeader
        fields={record.fields}
        {...{ isSupport, stageTime, changed }}
        actions={
          !isEditing && (
            <>
              {neighbours}
              {emptyFields.button}
              {may.edit && (
                <Button
                  ref={editButton}
                  aria-label="Edit lead"
                  // A section that is being edited has the same fields.
                  aria-disabled={editedSections.length > 0}
                  onClick={handleEdit}
                >
                  Edit
                </Button>
              )}
            </>
          )
        }
      />
      <Columns
        aside={
          <LeadSection {...section(recordGroup)}>
            <RecordTimes record={record} hasHistory={history !== false} />
          </LeadSection>
        }
      >
        {asked}
        {isEditing && (
          <GroupsEditor groups={listEditable(editable)} lead={lead} onDone={handleDone} />
        )}
        {leadGroups.map((group) => (
          <Fragment key={group.title}>
            {!isEditing && <LeadSection {...section(group)} />}
            {group.title === groupBeforeAttachments && attachments}
          </Fragment>
        ))}
        {history}
        <ExtraSection extra={extra} />
      </Columns>
    </AmountsOfPartner>
  );
}

/** When the lead was created and updated. */
function RecordTimes({ record, hasHistory }: { record: Lead; hasHistory: boolean }) {
  return (
    <>
      <Detail label="Created">
        <Time value={record.createdAt} />
      </Detail>
      <Detail label="Updated">
        <Time value={record.updatedAt} />
        {hasHistory && (
          <>
            {' '}
            · <a href="#history">History</a>
          </>
        )}
      </Detail>
    </>
  );
}

/** Returns the groups with fields that may be edited, as they are edited together. */
function listEditable(editable: (group: LeadGroup) => EditableGroup['names']): EditableGroup[] {
  return allGroups.flatMap((group) => {
    const names = editable(group);
    // The record itself, with what nobody edits, stays at the side.
    const title = group === recordGroup ? 'Reference and contact' : group.title;
    return names.length === 0 ? [] : [{ title, names }];
  });
}

const allGroups = [...leadGroups, recordGroup];

function hasEmptyField(group: LeadGroup, lead: LeadVersion): boolean {
  return listNames(group).some((name) => isWithoutValue(lead.record.fields, name));
}
