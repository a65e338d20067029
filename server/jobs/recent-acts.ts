/** How long a repeated act is not recorded again, in milliseconds. */
const onceInMs = 60_000;
/** How many acts are remembered for that. */
const maxRemembered = 10_000;

/** The acts of the last minute: neither a script nor a page records each in the audit trail. */
export class RecentActs {
  readonly #now: () => Date;
  readonly #times = new Map<string, number>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  has(act: string): boolean {
    return this.#now().getTime() - (this.#times.get(act) ?? -Infinity) < onceInMs;
  }

  add(act: string): void {
    if (this.#times.size >= maxRemembered) this.#times.clear();
    this.#times.set(act, this.#now().getTime());
  }
}
