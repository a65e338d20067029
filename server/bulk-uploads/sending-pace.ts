/** Groups of rows that are on their way to the service behind the portal at a time, from this process. */
const groupsAtOnce = 2;

/** How fast this process sends rows to the service behind the portal: a few groups at a time, and none while that service asks to wait. */
export class SendingPace {
  #free = groupsAtOnce;
  #heldUntil = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #closing = new AbortController();

  /** Aborted once the process is asked to end: nothing more is begun then. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Milliseconds until sending may go on. */
  get wait(): number {
    return Math.max(0, this.#heldUntil - Date.now());
  }

  /** Nothing is sent for so many milliseconds. */
  hold(milliseconds: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, Date.now() + milliseconds);
  }

  /** Does something when it is its turn. */
  async turn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
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
