/** How long a repeated action is not recorded again, in milliseconds. */
const onceInMs = 60_000;
/** How many actions are remembered for that. */
const maxRemembered = 10_000;

/** The actions of the last minute: neither a script nor a page records each in the audit trail. */
export class RecentActions {
  readonly #now: () => Date;
  readonly #times = new Map<string, number>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  has(action: string): boolean {
    return this.#now().getTime() - (this.#times.get(action) ?? -Infinity) < onceInMs;
  }

  add(action: string): void {
    if (this.#times.size >= maxRemembered) this.#times.clear();
    this.#times.set(action, this.#now().getTime());
  }
}
