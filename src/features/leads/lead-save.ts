import type { Lead, LeadFieldName, LeadUpdateFields } from '#contract/v1/leads.ts';
import type { LeadFormValues } from '#src/forms/lead-paths.ts';
import { toChanges, toFormValues } from '#src/forms/lead-values.ts';

import { differences, type Difference } from './lead-conflict.ts';

/** A lead as it was read, and which version of it that is. */
export interface LeadVersion {
  readonly record: Lead;
  /** Undefined where the service has no versions. */
  readonly etag: string | undefined;
  /** Names of fields that the service does not answer, whatever they hold. */
  readonly absent: readonly string[];
}

/** What an edit starts from: the values as the service has them. */
export interface EditBase {
  readonly values: LeadFormValues;
  readonly etag: string | undefined;
}

/** An edit under way. After a conflict it starts anew from theirs, with what was typed put on top. */
export interface Edit {
  /** From 0, one more with each conflict. */
  readonly round: number;
  readonly base: EditBase;
  readonly conflict?: {
    readonly theirs: LeadVersion;
    readonly before: LeadFormValues;
    readonly yours: LeadFormValues;
    readonly differences: readonly Difference[];
  };
}

/** How saving ended. */
export type Outcome =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'saved';
      /** Somebody else's change, elsewhere in the lead, was kept. */ readonly isMerged: boolean;
    }
  | {
      readonly kind: 'conflict';
      readonly theirs: LeadVersion;
      readonly differences: readonly Difference[];
    };

/** What saving asks of the service. */
export interface SaveCalls {
  readonly send: (changes: LeadUpdateFields, etag: string | undefined) => Promise<unknown>;
  /** Reads the lead anew. */
  readonly read: () => Promise<LeadVersion>;
  /** Whether a failure means that the version sent is not the latest (412). */
  readonly isStale: (error: unknown) => boolean;
}

/** A lead that changes faster than this many tries is told as the failure it is. */
const tries = 3;

/**
 * Saves what was changed of the fields `names`, and nothing else. When somebody else changed the lead meanwhile, but nothing of
 * these fields, their change stays and ours is sent again; when these fields, it is for the person to decide. A service without
 * versions does not tell; the lead is read just before then, which leaves a moment in which a change goes unnoticed.
 */
export async function saveChanges(
  names: readonly LeadFieldName[],
  base: EditBase,
  after: LeadFormValues,
  { send, read, isStale }: SaveCalls,
): Promise<Outcome> {
  const changes = toChanges(base.values, after, names);
  if (Object.keys(changes).length === 0) return { kind: 'unchanged' };

  let { etag } = base;
  let mayBeStale = etag === undefined;
  for (let left = tries; ; left -= 1) {
    if (mayBeStale) {
      const theirs = await read();
      const found = differences(names, base.values, toFormValues(theirs.record.fields), after);
      if (found.length > 0) return { kind: 'conflict', theirs, differences: found };
      etag = theirs.etag;
    }
    try {
      await send(changes, etag);
      return { kind: 'saved', isMerged: etag !== base.etag };
    } catch (error) {
      if (!isStale(error) || left === 0) throw error;
      mayBeStale = true;
    }
  }
}
