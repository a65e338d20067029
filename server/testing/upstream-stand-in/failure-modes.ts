/** Something that goes wrong, and with which requests. */
export type FailureMode = Reach & Misbehaviour;

/** Which requests an error befalls: all, unless it says less. */
export interface Reach {
  readonly method?: string;
  /** How the path begins, as in `/api/v1/lead`: with the base path, where there is one. */
  readonly path?: string;
  /** Of the requests that match, only the nth, 2nth, 3nth … */
  readonly every?: number;
  /** So many of them, then no more. */
  readonly times?: number;
}

export type Misbehaviour =
  /** The work is done at once, the answer comes after so many milliseconds. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Nothing is done; the answer is `{error}` with this status, and `Retry-After`: seconds, or an HTTP date. */
  | { readonly kind: 'reject'; readonly status: number; readonly retryAfter?: number | string }
  /** Nothing is done; the answer is a page for people, as proxies give it. */
  | { readonly kind: 'html'; readonly status: number }
  /** Nothing is done; the answer is 302 to another address. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** Nothing is done; the connection ends without an answer. */
  | { readonly kind: 'hang-up' }
  /** Records have fields, statuses and types that the specification does not know. */
  | { readonly kind: 'strange' }
  /** One record of an answer cannot be read: it is `null`, a text, or has no id. */
  | {
      readonly kind: 'unreadable';
      readonly as: 'null' | 'text' | 'no-id';
      /** Its place in the list, from 0; 0 unless told. */
      readonly at?: number;
    }
  /** The work is done and stored; the connection ends without an answer. */
  | { readonly kind: 'drop' }
  /** The work is done; the answer's JSON ends in the middle. */
  | { readonly kind: 'truncate' }
  /** The work is done; so many blanks follow the answer's JSON, and without a number it never ends. */
  | { readonly kind: 'flood'; readonly bytes?: number };

type Kind = Misbehaviour['kind'];

/** Where in an answer each kind strikes. Of several at one place the first that was told and is due strikes; the others wait. */
const places: Readonly<Record<Kind, 'time' | 'instead' | 'record' | 'row' | 'delivery'>> = {
  slow: 'time',
  reject: 'instead',
  html: 'instead',
  redirect: 'instead',
  'hang-up': 'instead',
  strange: 'record',
  unreadable: 'row',
  drop: 'delivery',
  truncate: 'delivery',
  flood: 'delivery',
};

/** What goes wrong with one request, by kind. */
export type AffectedRequest = Readonly<
  Partial<{ [K in Kind]: Extract<Misbehaviour, { kind: K }> }>
>;

/** The errors told so far, and how often each has had its chance. */
export class FailureModes {
  #reported: { failureMode: FailureMode; matched: number; struck: number }[] = [];

  add(failureMode: FailureMode): void {
    if (!Object.hasOwn(places, failureMode.kind))
      throw new TypeError(`There is no error of kind ${failureMode.kind}.`);
    this.#reported.push({ failureMode, matched: 0, struck: 0 });
  }

  clear(): void {
    this.#reported = [];
  }

  /** What befalls this request. */
  meet(method: string, path: string): AffectedRequest {
    const taken = new Set<string>();
    const affected: Partial<Record<Kind, FailureMode>> = {};
    for (const reported of this.#reported) {
      const { failureMode } = reported;
      const isMet =
        (failureMode.method ?? method) === method && path.startsWith(failureMode.path ?? '');
      if (
        !isMet ||
        taken.has(places[failureMode.kind]) ||
        reported.struck >= (failureMode.times ?? Infinity)
      )
        continue;
      reported.matched += 1;
      if (reported.matched % (failureMode.every ?? 1) !== 0) continue;
      reported.struck += 1;
      taken.add(places[failureMode.kind]);
      affected[failureMode.kind] = failureMode;
    }
    return affected as AffectedRequest;
  }
}
