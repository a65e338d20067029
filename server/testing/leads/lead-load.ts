import { type HttpResponse, type HttpCaller, httpCaller } from '#server/testing/http-calls.ts';
import type { Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

/** Leads submitted without pause, each with a reference that is also its `Idempotency-Key`. */
export interface LeadLoad {
  /** The response for each reference; null: the connection broke first. */
  readonly responses: ReadonlyMap<string, HttpResponse | null>;
  /** Waits until this many submissions have ended. */
  reached(count: number): Promise<void>;
  /** Waits until the service is gone and all submissions have stopped. */
  readonly done: Promise<unknown>;
}

/** Submits leads, eight at a time, until the connections break. References begin with `name`. */
export function submitLeads(origin: string, person: Person, name: string): LeadLoad {
  const http = httpCaller(origin);
  const responses = new Map<string, HttpResponse | null>();
  const goals = new Map<number, () => void>();
  const submitter = async (letter: string): Promise<void> => {
    for (let count = 0; ; count += 1) {
      const reference = `${name} ${letter}${count}`;
      const response = await submitLead(http, person, reference).catch(() => null);
      responses.set(reference, response);
      goals.get(responses.size)?.();
      if (response === null) return;
    }
  };
  return {
    responses,
    reached: async (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      goals.set(count, resolve);
      return promise;
    },
    done: Promise.all(Array.from('abcdefgh', submitter)).finally(http.close),
  };
}

/** Submits one lead. The same reference again means the same lead. */
export async function submitLead(
  http: HttpCaller,
  person: Person,
  reference: string,
): Promise<HttpResponse> {
  return http.call({
    method: 'POST',
    path: '/api/v1/lead',
    headers: { ...person.bearer, 'content-type': 'application/json', 'idempotency-key': reference },
    body: leadBody(reference),
  });
}

/** Returns the request body that submits a lead with a reference. */
export function leadBody(reference: string): string {
  return JSON.stringify({ fields: { ...smallestLead, partnerLeadReferenceId: reference } });
}

/** Returns the references of all leads, as listed page by page. */
export async function listReferences(http: HttpCaller, person: Person): Promise<string[]> {
  const references: string[] = [];
  for (let page = 1; ; page += 1) {
    const { statusCode, body } = await http.call({
      method: 'GET',
      path: `/api/v1/lead?pageSize=100&page=${page}`,
      headers: person.bearer,
    });
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
    const rows = JSON.parse(body) as { fields: { partnerLeadReferenceId: string } }[];
    if (rows.length === 0) return references;
    references.push(...rows.map((row) => row.fields.partnerLeadReferenceId));
  }
}
