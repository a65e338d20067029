/** The maximum number of concurrent requests: of all people together, and of one person. */
export interface ConcurrencyLimits {
  readonly all: number;
  readonly perPerson: number;
}

/**
 * Counts concurrent requests by API key. A slow upstream service must not block the portal, and one
 * person must not block the others.
 */
export class ConcurrentRequests {
  readonly #limits: ConcurrencyLimits;
  readonly #byToken = new Map<string, number>();
  #all = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** Counts a request and returns the function that ends it; undefined when there are too many. */
  begin(token: string): (() => void) | undefined {
    const own = this.#byToken.get(token) ?? 0;
    if (this.#all >= this.#limits.all || own >= this.#limits.perPerson) return undefined;
    this.#byToken.set(token, own + 1);
    this.#all += 1;
    return () => this.#end(token);
  }

  #end(token: string): void {
    const own = this.#byToken.get(token) ?? 0;
    if (own > 1) this.#byToken.set(token, own - 1);
    else this.#byToken.delete(token);
    this.#all -= 1;
  }
}
