import type { ReactNode } from 'react';

import type { HistoryEntry } from '#contract/portal/history.ts';
import type { Outcome } from '#contract/portal/outcomes.ts';
import { type RecordType, typeLabels } from '#contract/v1/record-types.ts';
import { attachmentFilePath } from '#src/api/records/attachments.ts';
import { count as grouped } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Link } from '#src/ui/elements/link.tsx';

import type { TimelineItem } from './timeline.ts';

/** The lead that became a deal. */
export interface LeadOfDeal {
  readonly id: string;
  /** The name of the client. */
  readonly client: string;
}

/** Returns what happened, in words; for a change of status there are its two statuses instead. */
export function entryTitle(
  item: TimelineItem,
  type: RecordType,
  lead: LeadOfDeal | undefined,
): ReactNode {
  switch (item.kind) {
    case 'known':
      return `History begins here: this ${type} is older.`;
    case 'created':
      return <Created upload={item.upload} type={type} lead={lead} />;
    case 'attached':
      return <Attached files={item.files} />;
    case 'file-changed':
      return typeChange(item.files[0]);
    case 'file-withdrawn':
      return `File removed${item.files[0] ? `: ${item.files[0].fileName}` : ', its name since erased'}`;
    case 'request':
      return requestText(item.request);
    case 'question':
      return questionText(item.question);
    case 'reached':
    case 'no-answer':
    case 'handed-back':
      return outcomeText(item.kind, item.note);
    case 'call':
      return `Call recorded: ${item.calls === 1 ? 'the first call' : `${item.calls} calls so far`}`;
    case 'erased':
      return 'The personal data was erased, also from the history.';
    default:
      if (item.bulkChange) return <BulkChanged {...item.bulkChange} changes={item.changes} />;
      if (item.changes.length > 0) return 'Edited';
      return item.count > 1
        ? 'Edited and changed back'
        : 'Edited. What was changed has been erased.';
  }
}

type BulkChangedProps = NonNullable<HistoryEntry['bulkChange']> & Pick<TimelineItem, 'changes'>;

/** The action of a bulk change, and how many other leads it had: "Reassigned, with 49 others". */
function BulkChanged({ others, isUndo, changes }: BulkChangedProps) {
  const more =
    others === null || others === 0
      ? 'in a bulk change'
      : `with ${grouped(others)} other ${others === 1 ? 'lead' : 'leads'}`;
  return `${describeBulkChange(changes, isUndo)}, ${more}`;
}

function describeBulkChange([change]: TimelineItem['changes'], isUndo: boolean): string {
  if (change?.field === 'brokerRep') return isUndo ? 'Reassignment undone' : 'Reassigned';
  if (change?.field === 'notes') return isUndo ? 'Note removed again' : 'Note added';
  return 'Edited. What was changed has been erased';
}

function typeChange(file: HistoryEntry['file'] | undefined): string {
  if (!file) return 'Type of a file corrected, since erased';
  const { fileName, formerType, type } = file;
  return `Type of ${fileName} corrected: ${formerType === undefined ? '' : `${formerType} → `}${type}`;
}

const requestLabels = {
  open: 'Request',
  sent: 'Request answered',
  returned: 'Request returned',
  done: 'Request done',
  withdrawn: 'Request withdrawn',
};

function requestText(request: HistoryEntry['request']): string {
  if (!request) return 'Request, since erased';
  const { state, text } = request;
  return text === '' ? requestLabels[state] : `${requestLabels[state]}: ${text}`;
}

function questionText(question: HistoryEntry['question']): string {
  const title = question?.state === 'answered' ? 'Question answered' : 'Question to the lender';
  return question ? `${title}: ${question.text}` : title;
}

const outcomeLabels: Readonly<Record<Outcome, string>> = {
  reached: 'Client reached',
  'no-answer': 'Client not reached',
  'handed-back': 'Handed back to the lender',
};

function outcomeText(outcome: Outcome, note = ''): string {
  return note === '' ? outcomeLabels[outcome] : `${outcomeLabels[outcome]}: ${note}`;
}

interface CreatedProps {
  upload: HistoryEntry['upload'];
  type: RecordType;
  lead: LeadOfDeal | undefined;
}

function Created({ upload, type, lead }: CreatedProps) {
  if (lead)
    return (
      <>
        Deal created from the lead{' '}
        <Link to={paths.lead(lead.id)} translate="no">
          {lead.client}
        </Link>
      </>
    );
  if (!upload) return `${typeLabels[type]} created`;
  const file = `bulk upload ${upload.fileName}`;
  return (
    <>
      Created from{' '}
      {upload.id === null ? file : <Link to={paths.bulkUploadOne(upload.id)}>{file}</Link>}, row{' '}
      {upload.row}
    </>
  );
}

function Attached({ files }: Pick<TimelineItem, 'files'>) {
  const known = files.flatMap((file) => file ?? []);
  const verb = files.some((file) => file?.isFromClient) ? 'sent by the client' : 'attached';
  const title = files.length === 1 ? `File ${verb}` : `${files.length} files ${verb}`;
  if (known.length === 0) return `${title}, since erased`;
  return (
    <>
      {title}:{' '}
      {known.map(({ id, fileName }, index) => (
        <span key={id ?? index}>
          {index > 0 && ', '}
          {id === null ? (
            fileName
          ) : (
            <a href={attachmentFilePath(id)} download={fileName} translate="no">
              {fileName}
            </a>
          )}
        </span>
      ))}
    </>
  );
}

/** Returns who made an entry, and how if not on a page of the portal. */
export function whoText({ kind, who, files }: TimelineItem): string {
  // The first entry of an older record was made when history began, without an actor.
  if (kind === 'known') return '';
  const { source, name } = who;
  switch (source) {
    case 'portal':
      return name ?? (files.some((file) => file?.isFromClient) ? 'the client' : 'somebody else');
    case 'api':
      return name === null ? 'a program' : `a program with the API key of ${name}`;
    case 'bulk-upload':
      return name === null ? 'a bulk upload' : `${name}, bulk upload`;
    case 'operator':
      return name === null ? 'the lender' : `${name}, lender`;
    default:
      return 'the lender’s command';
  }
}
