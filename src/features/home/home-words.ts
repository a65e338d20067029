import { dealTone, dealWait } from '#contract/portal/deal-waits.ts';
import type { ChangedRecord, HomeRecord } from '#contract/portal/home.ts';
import { leadTone, leadWait, type StatusTone, type Wait } from '#contract/portal/waiting-on.ts';
import { dealLabels } from '#contract/v1/deals.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';

/** Returns the greeting of the time of day, by name if there is one: "Good morning, Bea". */
export function greeting(now: Date, name: string): string {
  const hour = now.getHours();
  const time =
    hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
  return `Good ${time}${name === '' ? '' : `, ${name}`}`;
}

/** Returns whom a record waits for. */
export function getWait(record: HomeRecord): Wait | undefined {
  return record.type === 'lead' ? leadWait(record) : dealWait(record);
}

/** Returns the tone of a status of a lead or deal. */
export function getTone({ type }: HomeRecord, status: string): StatusTone {
  return type === 'lead' ? leadTone(status) : dealTone(status);
}

/**
 * Returns what a record is and what others changed in it, in words: "Deal · Kauri Joinery ·
 * Approved → Contract Requested, by Pat".
 */
export function changeInWords(record: ChangedRecord): string {
  const { type, name, company, statusChange, subStatusChange, fields, calls, by } = record;
  const labels: Readonly<Record<string, string>> = type === 'lead' ? leadLabels : dealLabels;
  const change = statusChange ?? subStatusChange;
  const changes = [
    change && `${change.from} → ${change.to}`,
    // Beside a change of the status, which fields there are matters less.
    change
      ? fieldsInWords(fields.length)
      : editedInWords(fields.map((field) => labels[field] ?? field)),
    filesInWords(record.files, 'attached'),
    filesInWords(record.correctedFiles, 'of another type'),
    filesInWords(record.withdrawnFiles, 'withdrawn'),
    calls > 0 && (calls === 1 ? '1 call' : `${calls} calls`),
  ].filter((part) => typeof part === 'string');
  if (changes.length === 0 && !record.isCreated) changes.push('Changed');
  const parts = [
    record.isCreated ? `New ${type}` : nameType(type),
    ...(company === '' || company === name ? [] : [company]),
    ...changes,
  ];
  const who = [by.isOperator ? 'the lender' : '', by.name ?? ''].filter(Boolean).join(' and ');
  return `${parts.join(' · ')}${who === '' ? '' : `, by ${who}`}`;
}

/** Returns what a record is called: "Lead". */
export function nameType(type: HomeRecord['type']): string {
  return type === 'lead' ? 'Lead' : 'Deal';
}

function fieldsInWords(count: number): string | false {
  return count > 0 && `${count === 1 ? '1 field' : `${count} fields`} changed`;
}

/** Returns the first of some fields: "Email, Notes, Phone and 2 more changed"; false for none. */
function editedInWords(edited: readonly string[]): string | false {
  const more = edited.length > 3 ? ` and ${edited.length - 3} more` : '';
  return edited.length > 0 && `${edited.slice(0, 3).join(', ')}${more} changed`;
}

/** Returns a number of files with what became of them: "2 files attached"; false for none. */
function filesInWords(files: number, what: string): string | false {
  return files > 0 && `${files === 1 ? '1 file' : `${files} files`} ${what}`;
}
