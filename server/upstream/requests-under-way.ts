/** How many requests may be under way at a time: of all people together, and of one. */
export interface Crowd {
  readonly all: number;
  readonly ofOne: number;
}

/** Counts requests by whose key they are made: a service that sleeps must not fill the portal, nor one person keep the others out. */
export class RequestsUnderWay {
  readonly #most: Crowd;
  readonly #byToken = new Map<string, number>();
  #all = 0;

  constructor(most: Crowd) {
    this.#most = most;
  }

  /** Counts one more, and gives what ends it; undefined: there are too many. */
  begin(token: string): (() => void) | undefined {
    const own = this.#byToken.get(token) ?? 0;
    if (this.#all >= this.#most.all || own >= this.#most.ofOne) return undefined;
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
