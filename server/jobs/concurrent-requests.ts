/** Counts concurrent requests of each person, so that one person can’t block the others. */
export class ConcurrentRequests {
  readonly #limits;
  readonly #byPerson = new Map<string, number>();
  #all = 0;

  /** The maximum number: of all people together, and of one person. */
  constructor(limits: { readonly all: number; readonly perPerson: number }) {
    this.#limits = limits;
  }

  /** Counts a request and returns the function that ends it; undefined when there are too many. */
  begin(person: string): (() => void) | undefined {
    const own = this.#byPerson.get(person) ?? 0;
    if (this.#all >= this.#limits.all || own >= this.#limits.perPerson) return undefined;
    this.#byPerson.set(person, own + 1);
    this.#all += 1;
    return () => this.#end(person);
  }

  #end(person: string): void {
    const own = this.#byPerson.get(person) ?? 0;
    if (own > 1) this.#byPerson.set(person, own - 1);
    else this.#byPerson.delete(person);
    this.#all -= 1;
  }
}
