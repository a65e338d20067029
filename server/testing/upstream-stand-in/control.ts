import type { FailureMode } from './failure-modes.ts';
import type { OpenPoints } from './open-points.ts';
import type { Attachment, Lead } from './records/records.ts';
import type { LoggedRequest } from './request-log.ts';

/**
 * What a test, or a person trying things, can change and read while a stand-in runs, from the same
 * process or from another.
 */
export interface Control {
  /** Adds a failure mode. */
  addFailure(failureMode: FailureMode): Promise<void>;
  /** Removes all failure modes. */
  clearFailures(): Promise<void>;
  /** Changes open points, such as `{firstPage: 0}`. */
  setOpenPoints(points: Partial<OpenPoints>): Promise<void>;
  /**
   * Changes fields of a lead that partners cannot change, such as its status, as the operator’s
   * staff do. `fields` has the shape of a record’s fields.
   */
  changeLead(change: { readonly id: string; readonly fields: object }): Promise<void>;
  /** Returns every request so far, oldest first. */
  requests(): Promise<readonly LoggedRequest[]>;
  clearRequests(): Promise<void>;
  /** Returns every lead, oldest first, with the submitted fields and those of responses. */
  leads(): Promise<readonly Lead[]>;
  /** Returns every attachment, with size and hash of its content. */
  attachments(): Promise<readonly Attachment[]>;
}

/** The methods of {@link Control}. */
export const controlMethods = [
  'addFailure',
  'clearFailures',
  'setOpenPoints',
  'changeLead',
  'requests',
  'clearRequests',
  'leads',
  'attachments',
] as const satisfies readonly (keyof Control)[];
