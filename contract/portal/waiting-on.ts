import type { Role } from '#contract/endpoint.ts';
import { leadStatuses, leadWaits } from '#contract/v1/lead-statuses.ts';
import type { WaitingOn } from '#contract/v1/record-lists.ts';

/**
 * Which of a lead's two values decides. An end is an end, wherever it stands. Otherwise the value
 * that names somebody outside the lender says more than one that every lead begins with; what the
 * partner has to do comes first, because it must not be overlooked.
 */
const leadPrecedence = ['nobody', 'partner', 'client', 'lender'] as const satisfies WaitingOn[];

/**
 * What a status means to its reader. `warning`: the partner has to act, `info`: it goes on without
 * the partner, `success` and `danger`: a good or bad end, `neutral`: nothing happens.
 */
export type StatusTone = 'warning' | 'info' | 'success' | 'danger' | 'neutral';

const tones: Readonly<Record<WaitingOn, StatusTone>> = {
  partner: 'warning',
  client: 'info',
  lender: 'info',
  nobody: 'neutral',
};

/** Returns the tone of a status by who it waits for; neutral if that is unknown. */
export function waitTone(on: WaitingOn | undefined): StatusTone {
  return on === undefined ? 'neutral' : tones[on];
}

/** Returns the tone of a status or sub-status of a lead, the same on every screen. */
export function leadTone(status: string): StatusTone {
  if (status === 'Converted') return 'success';
  return status === 'Unqualified' ? 'danger' : waitTone(waitIn(leadWaits, status));
}

/** A record's statuses, and since when each has stood. */
export interface Statuses {
  readonly status: string;
  readonly subStatus: string;
  readonly statusSinceDate: string;
  readonly subStatusSinceDate: string;
}

/** The one a record waits for, the status or sub-status that says so, and its time. */
export interface Wait {
  readonly on: WaitingOn;
  readonly status: string;
  readonly since: string;
}

/**
 * Returns who a lead waits for. If status and sub-status agree, the result names the sub-status.
 * Returns undefined if the contract knows neither value.
 */
export function leadWait(fields: Statuses): Wait | undefined {
  const waits = [
    { status: fields.subStatus, since: fields.subStatusSinceDate },
    { status: fields.status, since: fields.statusSinceDate },
  ];
  for (const on of leadPrecedence) {
    const deciding = waits.find(({ status }) => waitIn(leadWaits, status) === on);
    if (deciding) return { on, ...deciding };
  }
  return undefined;
}

/** Returns who a status waits for; undefined if it is not one of these. */
export function waitIn(
  waits: Readonly<Record<string, WaitingOn>>,
  status: string,
): WaitingOn | undefined {
  return Object.hasOwn(waits, status) ? waits[status] : undefined;
}

/**
 * Returns the statuses by which a lead waits for this, as status or as sub-status, unless one of
 * `unless` is the other: those take precedence.
 */
export function leadStatusesWaitingOn(on: WaitingOn): { statuses: string[]; unless: string[] } {
  const before: readonly WaitingOn[] = leadPrecedence.slice(0, leadPrecedence.indexOf(on));
  return {
    statuses: leadStatuses.filter((name) => leadWaits[name] === on),
    unless: leadStatuses.filter((name) => before.includes(leadWaits[name])),
  };
}

/** The reader's word for the partner: "us" where a colleague can be meant. */
export type PartnerWord = 'you' | 'us' | 'the partner';

/**
 * Returns what a reader calls the partner that a record waits for; `isOwn`: it is the reader's own
 * record. A broker's are all their own.
 */
export function partnerWord(role: Role, isOwn = false): PartnerWord {
  if (role === 'support') return 'the partner';
  return role === 'broker' || isOwn ? 'you' : 'us';
}

/** Returns who a record waits for, for the end of a sentence. */
export function waitingOnText(on: WaitingOn, partner: PartnerWord): string {
  if (on === 'partner') return partner;
  return on === 'nobody' ? on : `the ${on}`;
}

/** Returns who a record waits for as a label: in a column, a menu, a chart. */
export function waitingOnLabel(on: WaitingOn, partner: PartnerWord): string {
  const text = waitingOnText(on, partner).replace(/^the /, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
