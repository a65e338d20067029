/** Groups of rows that are on their way to the service behind the portal at a time, from this process. */
const groupsAtOnce = 2;

/** How fast this process sends rows to the service behind the portal: a few groups at a time, and none by a key whose owner that service asks to wait. */
export class SendThrottle {
  #free = groupsAtOnce;
  /** By key. */
  readonly #heldUntil = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  /** By upload. */
  readonly #underWay = new Map<string, Set<Promise<unknown>>>();
  /** By upload: groups in a row of which nothing is known at all. */
  readonly consecutiveFailures = new Map<string, number>();
  readonly #closing = new AbortController();

  /** Aborted once the process is asked to end: nothing more is begun then. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Milliseconds until sending by a key may go on. */
  waitOf(token: string): number {
    const wait = (this.#heldUntil.get(token) ?? 0) - Date.now();
    if (wait <= 0) this.#heldUntil.delete(token);
    return Math.max(0, wait);
  }

  /** Nothing is sent by a key for so many milliseconds. */
  hold(token: string, milliseconds: number): void {
    this.#heldUntil.set(token, Date.now() + Math.max(milliseconds, this.waitOf(token)));
  }

  /** Sends a group of an upload's rows when it is its turn. */
  async turn<T>(uploadId: string, send: () => Promise<T>): Promise<T> {
    const groups = this.#underWay.get(uploadId) ?? new Set();
    this.#underWay.set(uploadId, groups);
    const group = this.#inTurn(send);
    groups.add(group);
    try {
      return await group;
    } finally {
      groups.delete(group);
      if (groups.size === 0) this.#underWay.delete(uploadId);
    }
  }

  /** When the groups of an upload that are on their way now are answered, or lost. */
  async settled(uploadId: string): Promise<void> {
    const groups = this.#underWay.get(uploadId);
    if (groups) await Promise.allSettled(groups);
  }

  async #inTurn<T>(send: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await send();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  close(): void {
    this.#closing.abort();
  }
}
