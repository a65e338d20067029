import type { Lead } from '#contract/v1/lead-records.ts';
import type { LeadFieldName, LeadUpdateFields } from '#contract/v1/leads.ts';
import {
  isChanged,
  toChanges,
  toFormValues,
  leadControls,
  type LeadFormValues,
  type LeadControl,
} from '#src/forms/lead-values.ts';

/** A lead as read, with the version identifier. */
export interface LeadVersion {
  readonly record: Lead;
  /** Undefined if the service has no versions. */
  readonly etag: string | undefined;
}

/** The starting point of an edit: the values at the service. */
export interface EditBase {
  readonly values: LeadFormValues;
  readonly etag: string | undefined;
}

/**
 * An edit in progress. After a conflict it restarts from the other person's values, with the user's
 * input on top.
 */
export interface Edit {
  /** From 0, incremented with each conflict. */
  readonly round: number;
  readonly base: EditBase;
  readonly conflict?: {
    readonly theirs: LeadVersion;
    readonly before: LeadFormValues;
    readonly yours: LeadFormValues;
    readonly differences: readonly FieldDifference[];
  };
}

/** How an edit ended. */
export type LeadEditResult = 'saved' | 'unchanged' | 'cancelled';

/** The service calls that saving needs. */
export interface SaveCalls {
  readonly send: (changes: LeadUpdateFields, etag: string | undefined) => Promise<unknown>;
  /** Reads the lead again. */
  readonly read: () => Promise<LeadVersion>;
  /** Returns whether an error means that the version sent is not the latest. */
  readonly isStale: (error: unknown) => boolean;
}

/**
 * Number of retries after a 412. If the lead changes again after the last retry, the error is
 * thrown.
 */
const tries = 3;

/**
 * Saves the changes of the fields `names`, and nothing else. If someone else changed other fields
 * of the lead, their change is preserved and the user's is sent again. If someone else changed the
 * same fields, the user decides. A service without versions does not report conflicts, so the lead
 * is read just before sending; a change in between goes unnoticed.
 */
export async function saveChanges(
  names: readonly LeadFieldName[],
  base: EditBase,
  after: LeadFormValues,
  { send, read, isStale }: SaveCalls,
) {
  const changes = toChanges(base.values, after, names);
  if (Object.keys(changes).length === 0) return { kind: 'unchanged' as const };

  let { etag } = base;
  let mayBeStale = etag === undefined;
  /** Whether someone else's change to other fields was preserved. */
  let isMerged = false;
  for (let left = tries; ; left -= 1) {
    if (mayBeStale) {
      const theirs = await read();
      const values = toFormValues(theirs.record.fields);
      const found = differences(names, base.values, values, after);
      if (found.length > 0) return { kind: 'conflict' as const, theirs, differences: found };
      // A file or a call gives another version, too, and changes none of the fields.
      isMerged = leadControls().some((control) => isChanged(control, base.values, values));
      etag = theirs.etag;
    }
    try {
      await send(changes, etag);
      return { kind: 'saved' as const, isMerged };
    } catch (error) {
      if (!isStale(error) || left === 0) throw error;
      mayBeStale = true;
    }
  }
}

/** A control that someone else changed while the user edited the lead. */
export type FieldDifference = ReturnType<typeof differences>[number];

/**
 * Returns the controls of the fields `names` that someone else changed since `before`, with the
 * user's input. Controls with the same value from both are not included.
 */
export function differences(
  names: readonly LeadFieldName[],
  before: LeadFormValues,
  theirs: LeadFormValues,
  yours: LeadFormValues,
) {
  return leadControls(names)
    .filter((control) => isChanged(control, before, theirs) && isChanged(control, theirs, yours))
    .map((control) => ({
      control,
      before: control.textIn(before),
      theirs: control.textIn(theirs),
      // The user's input; without one, their value is used.
      yours: isChanged(control, before, yours) ? control.textIn(yours) : undefined,
    }));
}

/**
 * Returns the controls that the user changed, including conflicting ones. Their input is put back
 * over the other person's values.
 */
export function typedControls(
  names: readonly LeadFieldName[],
  before: LeadFormValues,
  yours: LeadFormValues,
): LeadControl[] {
  return leadControls(names).filter((control) => isChanged(control, before, yours));
}
