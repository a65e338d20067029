/**
 * An operator's customer-relationship program, written from the description of `/operator/v1`
 * alone: it imports nothing from the product.
 */
export interface OperatorProgram {
  /** Returns the first leads or deals of this query. */
  readonly list: (path: 'leads' | 'deals', query: object) => Promise<RecordOfOperator[]>;
  readonly read: (path: 'leads' | 'deals', id: string) => Promise<RecordOfOperator>;
  /** Creates a deal and returns its id. */
  readonly createDeal: (fields: object) => Promise<string>;
  /** Converts a lead and returns the id of its deal. */
  readonly convertLead: (id: string) => Promise<string>;
  /** Returns the deal with its new values. */
  readonly updateDeal: (id: string, fields: object) => Promise<RecordOfOperator>;
  /** Asks the partner for something, and returns the id of the request. */
  readonly ask: (fields: object) => Promise<string>;
  /** Accepts a request, returns what was sent with a reason, or withdraws it. */
  readonly review: (requestId: string, fields: object) => Promise<unknown>;
  /** Returns the questions of partners that wait for an answer, newest first. */
  readonly listOpenQuestions: () => Promise<QuestionToOperator[]>;
  readonly answer: (questionId: string, text: string) => Promise<unknown>;
  /** Returns everything that partners did so far. */
  readonly listChanges: () => Promise<Change[]>;
}

/** Something that a partner did, as far as the program uses it. */
interface Change {
  readonly position: string;
  readonly recordId: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A question of a partner, as far as the program uses it. */
interface QuestionToOperator {
  readonly id: string;
  readonly fields: { readonly recordId: string; readonly text: string };
}

/** A lead or deal, as far as the program uses it. */
export interface RecordOfOperator {
  readonly id: string;
  readonly fields: { readonly statusSinceDate: string; readonly [name: string]: unknown };
}

/** Returns the program, with a key of its own. */
export function operatorProgram(baseUrl: string, operatorKey: string): OperatorProgram {
  async function send<Response>(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${baseUrl}/operator/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Response;
  }
  return {
    list: async (path, query) =>
      send('GET', `/${path}?${new URLSearchParams(Object.entries(query))}`),
    read: async (path, id) => send('GET', `/${path}/${id}`),
    createDeal: async (fields) => (await send<{ id: string }>('POST', '/deals', { fields })).id,
    convertLead: async (id) =>
      (await send<{ dealId: string }>('POST', `/leads/${id}/conversion`, { fields: {} })).dealId,
    updateDeal: async (id, fields) => send('PATCH', `/deals/${id}`, { fields }),
    ask: async (fields) => (await send<{ id: string }>('POST', '/requests', { fields })).id,
    review: async (id, fields) => send('PATCH', `/requests/${id}`, { fields }),
    listOpenQuestions: async () => {
      const path = '/questions?state=open';
      return (await send<{ questions: QuestionToOperator[] }>('GET', path)).questions;
    },
    answer: async (questionId, text) => send('PUT', `/questions/${questionId}/answer`, { text }),
    listChanges: async () => {
      const changes: Change[] = [];
      let hasMore = true;
      while (hasMore) {
        const after = changes.at(-1)?.position ?? '0';
        const next = await send<Change[]>('GET', `/changes?limit=1000&after=${after}`);
        changes.push(...next);
        hasMore = next.length > 0;
      }
      return changes;
    },
  };
}
