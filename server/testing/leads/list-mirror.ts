import type { Deal } from '#contract/v1/deals.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import type { OperatorClient } from '#server/testing/access/operator-client.ts';

/**
 * A program that mirrors a list: it follows the links to the next pages, and then asks again from
 * the last `updatedAt` that it saw, without overlap.
 */
export class ListMirror {
  readonly records: Record<string, unknown> = {};
  readonly #operator: OperatorClient;
  readonly #list: string;
  readonly #query: string;
  #since = '2000-01-01T00:00:00.000Z';
  #last = this.#since;
  #next: string | undefined;

  constructor(operator: OperatorClient, list: '/leads' | '/deals', query = 'pageSize=100') {
    this.#operator = operator;
    this.#list = list;
    this.#query = query;
  }

  async readPage(): Promise<void> {
    const first = `${this.#list}?updatedSince=${this.#since}&${this.#query}`;
    const response = await this.#operator.send('GET', this.#next ?? first);
    for (const { id, ...record } of response.json<(Lead | Deal)[]>()) {
      this.records[id] = record;
      if (record.updatedAt > this.#last) this.#last = record.updatedAt;
    }
    const links = String(response.headers['link']);
    this.#next = /<[^>]*\/operator\/v1([^>]*)>; rel="next"/.exec(links)?.[1];
    if (this.#next === undefined) this.#since = this.#last;
  }

  /** Reads to the end of the list, and returns what the mirror has. */
  async readOn(): Promise<Record<string, unknown>> {
    do await this.readPage();
    while (this.#next !== undefined);
    return this.records;
  }
}
