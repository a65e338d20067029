/** A failure, and which requests it affects. */
export type FailureMode = FailureScope & Failure;

/** The requests that a failure affects; by default all. */
export interface FailureScope {
  readonly method?: string;
  /** How the path begins, as in `/api/v1/lead`. */
  readonly path?: string;
  /** Of the matching requests, only the nth, 2nth, 3nth … */
  readonly every?: number;
  /** The maximum number of affected requests. */
  readonly times?: number;
}

export type Failure =
  /** The work is done at once; the response is delayed by this many milliseconds. */
  | { readonly kind: 'slow'; readonly ms: number }
  /**
   * No work is done; the response is `{error}` with this status, and `Retry-After`: seconds, or an
   * HTTP date.
   */
  | { readonly kind: 'reject'; readonly status: number; readonly retryAfter?: number | string }
  /** No work is done; the response is an HTML page, as proxies send it. */
  | { readonly kind: 'html'; readonly status: number }
  /** No work is done; the response is 302 to another URL. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** No work is done; the connection ends without a response. */
  | { readonly kind: 'hang-up' }
  /** Records have fields, statuses and types that the specification does not contain. */
  | { readonly kind: 'strange' }
  /** One record of a response is unreadable: it is `null`, a text, or has no id. */
  | {
      readonly kind: 'unreadable';
      readonly as: 'null' | 'text' | 'no-id';
      /** The record’s index in the list; by default 0. */
      readonly at?: number;
    }
  /** The work is done and stored; the connection ends without a response. */
  | { readonly kind: 'drop' }
  /** The work is done; the response’s JSON is truncated in the middle. */
  | { readonly kind: 'truncate' };

type Kind = Failure['kind'];

/**
 * The part of a response that each kind affects. If several failures affect the same part, the
 * first one added that applies wins; the others wait.
 */
const affectedParts: Readonly<Record<Kind, 'time' | 'instead' | 'record' | 'row' | 'delivery'>> = {
  slow: 'time',
  reject: 'instead',
  html: 'instead',
  redirect: 'instead',
  'hang-up': 'instead',
  strange: 'record',
  unreadable: 'row',
  drop: 'delivery',
  truncate: 'delivery',
};

/** The failures that affect one request, by kind. */
export type AffectedRequest = Readonly<Partial<{ [K in Kind]: Extract<Failure, { kind: K }> }>>;

/** The failure modes added so far, with how often each has matched and been applied. */
export class FailureModes {
  #added: { failureMode: FailureMode; matched: number; applied: number }[] = [];

  add(failureMode: FailureMode): void {
    if (!Object.hasOwn(affectedParts, failureMode.kind))
      throw new TypeError(`There is no failure mode of kind ${failureMode.kind}.`);
    this.#added.push({ failureMode, matched: 0, applied: 0 });
  }

  clear(): void {
    this.#added = [];
  }

  /** Returns the failures that affect this request, and counts them. */
  applyTo(method: string, path: string): AffectedRequest {
    const taken = new Set<string>();
    const affected: Partial<Record<Kind, FailureMode>> = {};
    for (const entry of this.#added) {
      const { failureMode } = entry;
      const isMatch =
        (failureMode.method ?? method) === method && path.startsWith(failureMode.path ?? '');
      if (
        !isMatch ||
        taken.has(affectedParts[failureMode.kind]) ||
        entry.applied >= (failureMode.times ?? Infinity)
      )
        continue;
      entry.matched += 1;
      if (entry.matched % (failureMode.every ?? 1) !== 0) continue;
      entry.applied += 1;
      taken.add(affectedParts[failureMode.kind]);
      affected[failureMode.kind] = failureMode;
    }
    return affected as AffectedRequest;
  }
}
