import { Fragment, type ReactNode } from 'react';

import type { StageTime } from '#contract/portal/stage-times.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import type { LeadFieldName } from '#contract/v1/leads.ts';
import { AmountsOfPartner } from '#src/ui/elements/amount.tsx';
import { useAnnouncement } from '#src/ui/elements/announcer.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { updatedInWords } from '#src/ui/elements/updated-mark.tsx';
import { Detail } from '#src/ui/layout/details.tsx';
import { ExtraSection } from '#src/ui/layout/extra-section.tsx';
import { Columns } from '#src/ui/layout/section.tsx';

import { editableNames, leadGroups, recordGroup } from './lead-groups.ts';
import { LeadHeader } from './lead-header.tsx';
import type { LeadVersion } from './lead-save.ts';
import { LeadSection } from './lead-section.tsx';

interface LeadViewProps {
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
  /** The lead's files. */
  attachments: ReactNode;
  /** What happened to the lead; false if the service has no history. */
  history: ReactNode;
}

/**
 * Shows a lead: the header, all its fields in reading order, its files, and the record data at the
 * side.
 */
export function LeadView({
  lead,
  extra,
  may,
  isSupport,
  stageTime,
  changed,
  attachments,
  history,
}: LeadViewProps) {
  const editable = (names: readonly LeadFieldName[]) =>
    may.edit ? names.filter((name) => may.reassign || name !== 'brokerRepId') : [];
  const { record } = lead;
  useAnnouncement(updatedInWords(changed, leadLabels));

  return (
    <AmountsOfPartner id={record.fields.broker?.id}>
      <LeadHeader fields={record.fields} {...{ isSupport, stageTime, changed }} />
      <Columns
        aside={
          <LeadSection
            group={recordGroup}
            lead={lead}
            changed={changed}
            editable={editable(editableNames(recordGroup))}
          >
            <Detail label="Created">
              <Time value={record.createdAt} />
            </Detail>
            <Detail label="Updated">
              <Time value={record.updatedAt} />
              {history !== false && (
                <>
                  {' '}
                  · <a href="#history">History</a>
                </>
              )}
            </Detail>
          </LeadSection>
        }
      >
        {leadGroups.map((group) => (
          <Fragment key={group.title}>
            <LeadSection
              group={group}
              lead={lead}
              changed={changed}
              editable={editable(editableNames(group))}
            />
            {group.title === 'Business' && attachments}
          </Fragment>
        ))}
        {history}
        <ExtraSection extra={extra} />
      </Columns>
    </AmountsOfPartner>
  );
}
