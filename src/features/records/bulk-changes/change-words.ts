import { useEffect, useState } from 'react';

import type { BulkChange, ChangeOutcome } from '#contract/portal/bulk-changes.ts';
import { isInProgress } from '#src/api/records/bulk-changes.ts';
import { count, quantity } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import type { Tone } from '#src/ui/elements/badge.tsx';
import { useSecondsLeft } from '#src/ui/elements/seconds-left.ts';

/** Returns what a change does, without numbers: "Reassign to Priya Nair". */
export function changeTitle(bulkChange: BulkChange): string {
  const isReassigned = bulkChange.change.kind === 'reassign';
  return isReassigned ? `Reassign to ${nameContact(bulkChange)}` : 'Add a note';
}

/** Returns the name of the new contact; other words if the contact is not known any more. */
const nameContact = ({ contactName }: BulkChange): string => contactName ?? 'a contact';

/** Returns the name of the button that applies a prepared change: "Reassign 38 leads". */
export function applyWords({ change, outcomes }: BulkChange): string {
  const verb = change.kind === 'reassign' ? 'Reassign' : 'Add the note to';
  return `${verb} ${quantity(outcomes.pending, 'lead')}`;
}

/** Returns what a prepared change would do, what is so already and what can't be changed. */
export function expectedWords(bulkChange: BulkChange): string[] {
  const contact = nameContact(bulkChange);
  const { unchanged, rejected } = bulkChange.outcomes;
  return [
    expectedChange(bulkChange),
    ...(unchanged > 0
      ? [`${count(unchanged)} already ${unchanged === 1 ? 'belongs' : 'belong'} to ${contact}.`]
      : []),
    ...(rejected > 0 ? [`${count(rejected)} can’t be changed.`] : []),
  ];
}

function expectedChange(bulkChange: BulkChange): string {
  const { change, outcomes } = bulkChange;
  if (outcomes.pending === 0) return 'No lead will be changed.';
  return change.kind === 'reassign'
    ? `${quantity(outcomes.pending, 'lead')} will be reassigned to ${nameContact(bulkChange)}.`
    : `The note will be added to ${quantity(outcomes.pending, 'lead')}.`;
}

/** Returns what is being done, or has been: "38 leads reassigned to Priya Nair". */
export function changeWords(bulkChange: BulkChange): string {
  const { state, change, outcomes } = bulkChange;
  const contact = nameContact(bulkChange);
  const { changed, undone, superseded } = outcomes;
  const isReassigned = change.kind === 'reassign';
  switch (state) {
    case 'prepared':
      return 'Not applied';
    case 'applying':
      return isReassigned ? `Reassigning leads to ${contact}` : 'Adding the note';
    case 'applied':
      if (changed === 0) return 'No leads changed';
      return isReassigned
        ? `${quantity(changed, 'lead')} reassigned to ${contact}`
        : `Note added to ${quantity(changed, 'lead')}`;
    case 'undoing':
      return 'Undoing the change';
    default:
      return superseded > 0
        ? `Undone for ${quantity(undone, 'lead')}, not for ${count(superseded)}`
        : `Undone: ${quantity(undone, 'lead')} ${undone === 1 ? 'is' : 'are'} as before`;
  }
}

/** Returns how many leads were changed, were so already, and failed, as far as there are any. */
export function resultWords({ state, outcomes }: BulkChange): string {
  const { pending, changed, unchanged, rejected, undone, superseded } = outcomes;
  const isUndone = state === 'undoing' || state === 'undone';
  const numbers: readonly (readonly [number, string])[] = [
    [isUndone ? undone : changed, isUndone ? 'undone' : 'changed'],
    [isUndone ? changed : pending, 'waiting'],
    [superseded, 'not undone'],
    [unchanged, 'unchanged'],
    [rejected, 'failed'],
  ];
  const shown = numbers.filter(([number], at) => at === 0 || number > 0);
  // A line of a narrow column ends between two of them.
  return shown
    .map(([number, word]) => `${count(number)} ${word}`.replaceAll(' ', '\u00A0'))
    .join(' · ');
}

/** Returns what could not be changed or undone as it was to be, in sentences, once it has ended. */
export function problemWords({ state, outcomes }: BulkChange): string[] {
  const { unchanged, rejected, superseded } = outcomes;
  if (state === 'undone' && superseded > 0)
    return [
      superseded === 1
        ? 'It has been edited or reassigned since, and stays as it is.'
        : 'They have been edited or reassigned since, and stay as they are.',
    ];
  if (state !== 'applied') return [];
  return [
    ...(unchanged > 0 ? [`${count(unchanged)} needed no change.`] : []),
    ...(rejected > 0 ? [`${count(rejected)} couldn’t be changed.`] : []),
  ];
}

/** Returns what screen readers say of a change’s state. */
export function announcedWords(change: BulkChange): string {
  return [`${changeWords(change)}.`, ...problemWords(change)].join(' ');
}

/** Returns what the service does with a change, and how far it is, in leads. */
export function describeProgress(bulkChange: BulkChange) {
  const { pending, changed, undone, superseded } = bulkChange.outcomes;
  const [value, max] =
    bulkChange.state === 'undoing'
      ? [undone + superseded, changed + undone + superseded]
      : [bulkChange.total - pending, bulkChange.total];
  const text = `${count(value)} of ${count(max)}`;
  return { label: changeWords(bulkChange), value, max: Math.max(1, max), text };
}

const outcomeNames: Readonly<Record<ChangeOutcome, { label: string; tone: Tone }>> = {
  pending: { label: 'Waiting', tone: 'neutral' },
  changed: { label: 'Changed', tone: 'success' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
  rejected: { label: 'Failed', tone: 'danger' },
  undone: { label: 'Undone', tone: 'info' },
  superseded: { label: 'Not undone', tone: 'warning' },
};

/** Returns what an outcome is called, and the tone of its badge. */
export const outcomeName = (outcome: ChangeOutcome) => outcomeNames[outcome];

/** The change whose state was announced last, and the state: several places show one change. */
let announced = '';

/**
 * Announces that a change runs and what has become of it, to who has seen it run; not how far it
 * is. Returns whether it was seen running.
 */
export function useChangeAnnouncement(change: BulkChange): boolean {
  const [first] = useState(change.state);
  const [wasSeen, setWasSeen] = useState(isInProgress(change));
  if (!wasSeen && (isInProgress(change) || change.state !== first)) setWasSeen(true);
  const state = `${change.id} ${change.state}`;
  const words = announcedWords(change);
  useEffect(() => {
    if (!wasSeen || state === announced) return;
    announced = state;
    announce(words);
  }, [wasSeen, state, words]);
  return wasSeen;
}

/** Returns how long something is still possible, "9 min"; undefined if it no longer is. */
export function useTimeLeft(until: string | null): string | undefined {
  const seconds = useSecondsLeft(until === null ? 0 : Date.parse(until));
  if (seconds === 0) return undefined;
  return seconds > 60 ? `${count(Math.ceil(seconds / 60))} min` : `${count(seconds)} s`;
}
