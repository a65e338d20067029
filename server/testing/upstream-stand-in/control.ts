import type { FailureMode } from './failure-modes.ts';
import type { ChangeablePoints } from './open-points.ts';
import type { Attachment, Lead } from './records.ts';
import type { LoggedRequest } from './request-log.ts';

/** What a test, or an operator trying things, can tell and ask a stand-in while it runs: the same within the process and from another. */
export interface Control {
  /** From now on, this goes wrong. */
  misbehave(failureMode: FailureMode): Promise<void>;
  /** From now on, nothing goes wrong. */
  behave(): Promise<void>;
  /** Decides open points another way, such as `{firstPage: 0}`. */
  decide(points: Partial<ChangeablePoints>): Promise<void>;
  /** The operator's staff change fields of a lead that partners cannot, such as its status; given as records show them. */
  changeLead(change: { readonly id: string; readonly fields: object }): Promise<void>;
  /** Every request so far, the first first. */
  requests(): Promise<readonly LoggedRequest[]>;
  forgetRequests(): Promise<void>;
  /** Every lead there is, the oldest first, with what was given beside what is answered. */
  leads(): Promise<readonly Lead[]>;
  /** Every attachment there is, with size and hash of its content. */
  attachments(): Promise<readonly Attachment[]>;
}

/** The words of {@link Control}. */
export const controlWords = [
  'misbehave',
  'behave',
  'decide',
  'changeLead',
  'requests',
  'forgetRequests',
  'leads',
  'attachments',
] as const satisfies readonly (keyof Control)[];
