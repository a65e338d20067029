import {
  type ComponentProps,
  use,
  useEffect,
  useRef,
  useState,
  createContext,
  type ReactNode,
} from 'react';

import { businessCurrency } from '#contract/business-currency.ts';
import { labelsFor } from '#contract/field-labels.ts';
import { findMeaning } from '#contract/portal/status-meanings.ts';
import { leadTone, leadWait } from '#contract/portal/waiting-on.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import type { Lead, LeadResponseFieldName } from '#contract/v1/lead-records.ts';
import type { LeadFieldName } from '#contract/v1/leads.ts';
import { RecordHeader, type RecordViewProps } from '#src/features/records/page/record-header.tsx';
import { ExtraSection, RecordSection } from '#src/features/records/page/record-section.tsx';
import { InPlaceEditor } from '#src/features/records/table/in-place-editor.tsx';
import { readLenderContact } from '#src/lib/lender-contact.ts';
import { paths } from '#src/lib/paths.ts';
import { AmountsOfPartner } from '#src/ui/elements/amounts-of-partner.tsx';
import { announce, useAnnouncement } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { EditButton } from '#src/ui/elements/edit-button.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { formatUpdated } from '#src/ui/elements/updated-mark.tsx';
import { Value } from '#src/ui/elements/value.tsx';
import { Detail } from '#src/ui/layout/details.tsx';
import { Columns } from '#src/ui/layout/section.tsx';

import { LeadFieldForm, GroupsEditor } from './lead-correction.tsx';
import {
  leadsTopFields,
  type EditableGroup,
  editableNames,
  leadGroups,
  ofSupport,
  recordGroup,
} from './lead-groups.ts';
import type { LeadVersion } from './lead-save.ts';
import { LeadValue } from './lead-value.tsx';

export interface LeadViewProps extends RecordViewProps {
  lead: LeadVersion;
  /** The actions that the user may do with the lead. */
  may: {
    readonly edit: boolean;
    /** Reassign the lead to another contact of the partner. */
    readonly reassign: boolean;
  };
  /** Starts a lead for the same client, or nothing. */
  again?: ReactNode;
}

/**
 * Shows a lead: what happened to it, its files and its fields, and at the side who the client is.
 * A field is edited over its value, or all of them at once.
 */
export function LeadView(props: LeadViewProps) {
  const { lead, extra, may, isSupport, stageTime, changed, again, ...parts } = props;
  const { fields } = lead.record;
  const [mode, setMode] = useState<'fresh' | 'editing' | 'edited'>('fresh');
  const isEditing = mode === 'editing';
  const editButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (mode === 'edited') editButton.current?.focus();
  }, [mode]);
  const handleDone = (news: string) => {
    setMode('edited');
    announce(news);
  };
  const labels = labelsFor(leadLabels, isSupport);
  useAnnouncement(formatUpdated(changed, labels));
  const groups = listEditable(may.reassign);
  const inPlace = may.edit && !isEditing ? groups.flatMap(({ names }) => names) : [];
  const { renderEdit, editor } = useFieldEdits(lead.record.id, inPlace);
  const name = `${fields.firstName} ${fields.lastName}`.trim();
  const section = { fields, labels, changed, FieldValue };

  return (
    <AmountsOfPartner partnerId={fields.broker?.id} local={businessCurrency(fields)}>
      <RecordHeader
        title={name || fields.companyName || 'Lead without a name'}
        amount={{
          name: 'amountRequested',
          value: fields.amountRequested,
          edit: renderEdit('amountRequested', labels.amountRequested),
        }}
        statuses={fields}
        client={fields}
        lenderContact={readLenderContact(fields.internalBdmUser)}
        tone={leadTone(fields.status)}
        wait={parts.portalWait ?? leadWait(fields)}
        meaning={parts.portalWait ? undefined : findMeaning('lead', fields)?.sentence}
        {...{ contactId: fields.brokerRep?.id, stageTime, changed, followUp: parts.followUp }}
        actions={
          !isEditing && (
            <>
              {parts.neighbours}
              {may.edit && (
                <Button ref={editButton} aria-label="Edit lead" onClick={() => setMode('editing')}>
                  Edit
                </Button>
              )}
              {fields.convertedDealId !== '' && (
                <LinkButton to={paths.deal(fields.convertedDealId)}>Open deal</LinkButton>
              )}
            </>
          )
        }
      />
      <FieldEdit value={renderEdit}>
        <Columns
          aside={
            <LeadAside
              record={lead.record}
              isSupport={isSupport}
              section={section}
              files={parts.files}
              again={again}
            />
          }
        >
          {parts.requests}
          {isEditing && <GroupsEditor groups={groups} lead={lead} onDone={handleDone} />}
          {parts.history}
          {parts.attachments}
          {!isEditing && <LeadSections {...section} />}
          <ExtraSection extra={extra} />
        </Columns>
      </FieldEdit>
      {editor}
    </AmountsOfPartner>
  );
}

type SectionProps = Pick<
  ComponentProps<typeof RecordSection<LeadResponseFieldName>>,
  'fields' | 'labels' | 'changed' | 'FieldValue'
>;

function LeadSections(section: SectionProps) {
  return leadGroups.map((group) => (
    <RecordSection key={group.title} {...section} group={group} elsewhere={leadsTopFields} />
  ));
}

interface LeadAsideProps extends Pick<LeadViewProps, 'isSupport' | 'files' | 'again'> {
  record: Lead;
  /** The props that the sections of the page have in common. */
  section: SectionProps;
}

/** Shows at the side how to reach the client, and the data of the record. */
function LeadAside({ record, isSupport, section, files, again }: LeadAsideProps) {
  const { id, fields, createdAt, updatedAt } = record;
  const { labels, changed } = section;
  const value = (field: 'companyName' | 'phone' | 'email') =>
    fields[field] !== '' && (
      <Detail label={labels[field]} isMarked={changed.has(field)}>
        <FieldValue name={field} label={labels[field]} value={fields[field]} />
      </Detail>
    );
  return (
    <RecordSection
      {...section}
      group={recordGroup}
      elsewhere={isSupport ? leadsTopFields : [...leadsTopFields, ...ofSupport]}
      isAside
      after={
        <>
          <Detail label="Created">
            <Time value={createdAt} />
          </Detail>
          {files}
          {again !== undefined && <Detail label="Client">{again}</Detail>}
        </>
      }
      other={
        <>
          <Detail label="Lead ID">
            <Value kind="id" label="Lead ID" text={id} />
          </Detail>
          <Detail label="Updated">
            <Time value={updatedAt} />
          </Detail>
        </>
      }
    >
      {value('companyName')}
      {value('phone')}
      {value('email')}
    </RecordSection>
  );
}

/** Shows a field of the lead, with its copy and edit buttons. */
function FieldValue(props: ComponentProps<typeof LeadValue>) {
  return (
    <>
      <LeadValue {...props} canCopy />
      {use(FieldEdit)(props.name, props.label)}
    </>
  );
}

/** Returns the groups with fields that may be edited, as they are edited together. */
function listEditable(canReassign: boolean): EditableGroup[] {
  return [...leadGroups, recordGroup].map((group) => ({
    // The record itself, with its read-only fields, stays at the side.
    title: group === recordGroup ? 'Reference and contact' : group.title,
    names: editableNames(group).filter((name) => canReassign || name !== 'brokerRepId'),
  }));
}

type RenderEdit = (name: string, label: string) => ReactNode;

/** Returns the button that edits a field of the lead in place; nothing for others. */
const FieldEdit = createContext<RenderEdit>(() => null);

/** Returns the buttons that edit some fields of a lead in place, and the form that is open. */
function useFieldEdits(id: string, editable: readonly LeadFieldName[]) {
  const [edited, setEdited] = useState<LeadFieldName>();
  const renderEdit: RenderEdit = (name, label) => {
    // The contact of a lead is shown by name and set by id.
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
