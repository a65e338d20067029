import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import type { PreviewedChange } from '#src/api/records/bulk-changes.ts';
import { count, quantity } from '#src/lib/numbers.ts';
import { useSecondsLeft } from '#src/ui/elements/seconds-left.ts';

/** Returns the name of the new contact; other words if the contact is not known any more. */
const nameContact = ({ contactName }: Pick<BulkChange, 'contactName'>): string =>
  contactName ?? 'a contact';

/** Returns the name of the button that makes a previewed change: "Reassign 38 leads". */
export function formatMakeLabel({ change, changed }: PreviewedChange): string {
  const verb = change.kind === 'reassign' ? 'Reassign' : 'Add the note to';
  return `${verb} ${quantity(changed, 'lead')}`;
}

/** Returns sentences about the leads that would change, don't need to, and can't. */
export function describeExpected(preview: PreviewedChange): string[] {
  const contact = nameContact(preview);
  const { unchanged } = preview;
  const rejected = preview.rejected.reduce((sum, { total }) => sum + total, 0);
  return [
    expectedChange(preview),
    ...(unchanged > 0
      ? [`${count(unchanged)} already ${unchanged === 1 ? 'belongs' : 'belong'} to ${contact}.`]
      : []),
    ...(rejected > 0 ? [`${count(rejected)} can’t be changed.`] : []),
  ];
}

function expectedChange(preview: PreviewedChange): string {
  const { change, changed } = preview;
  if (changed === 0) return 'No lead will be changed.';
  return change.kind === 'reassign'
    ? `${quantity(changed, 'lead')} will be reassigned to ${nameContact(preview)}.`
    : `The note will be added to ${quantity(changed, 'lead')}.`;
}

/** Returns the title of a completed change: "38 leads reassigned to Priya Nair". */
export function describeMadeChange(bulkChange: BulkChange): string {
  const { kind, isUndone, changed, undone, superseded } = bulkChange;
  if (isUndone)
    return superseded > 0
      ? `Undone for ${quantity(undone, 'lead')}, not for ${count(superseded)}`
      : `Undone: ${quantity(undone, 'lead')} ${undone === 1 ? 'is' : 'are'} as before`;
  if (changed === 0) return 'No leads changed';
  return kind === 'reassign'
    ? `${quantity(changed, 'lead')} reassigned to ${nameContact(bulkChange)}`
    : `Note added to ${quantity(changed, 'lead')}`;
}

/** Returns sentences about the leads that could not be changed or undone as intended. */
export function describeProblems({
  isUndone,
  unchanged,
  rejected,
  superseded,
}: BulkChange): string[] {
  if (isUndone && superseded > 0)
    return [
      superseded === 1
        ? 'It has been edited or reassigned since, and stays as it is.'
        : 'They have been edited or reassigned since, and stay as they are.',
    ];
  if (isUndone) return [];
  return [
    ...(unchanged > 0 ? [`${count(unchanged)} needed no change.`] : []),
    ...(rejected > 0 ? [`${count(rejected)} couldn’t be changed.`] : []),
  ];
}

/** Returns what screen readers say of a change. */
export function describeOutcome(change: BulkChange): string {
  return [`${describeMadeChange(change)}.`, ...describeProblems(change)].join(' ');
}

/** Returns how long something is still possible, "9 min"; undefined if it no longer is. */
export function useTimeLeft(until: string | null): string | undefined {
  const seconds = useSecondsLeft(until === null ? 0 : Date.parse(until));
  if (seconds === 0) return undefined;
  return seconds > 60 ? `${count(Math.ceil(seconds / 60))} min` : `${count(seconds)} s`;
}
