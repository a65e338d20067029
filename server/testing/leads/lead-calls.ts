import type { Lead } from '#contract/v1/lead-records.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import type { Person } from '#server/testing/people.ts';
import { startWithPeople } from '#server/testing/start-with-people.ts';

/** The fields of a lead, with a phone number in national form with brackets. */
export const leadFields = {
  firstName: 'Aroha',
  lastName: 'Ngata',
  companyName: 'Kauri Joinery',
  phone: '+64 (9) 000-1234',
};

/**
 * Starts a service with a broker, a colleague and an admin of one partner, an admin of another, and
 * support, and returns them with the calls for a lead.
 */
export async function startLeadCalls(kind: DatabaseKind, env: Record<string, string> = {}) {
  const { service, ...people } = await startWithPeople(kind, env);
  const { admin } = people;

  const create = async (person: Person, fields: object) =>
    service.call('POST', '/api/v1/lead', { headers: person.bearer, payload: { fields } });
  /** Creates a lead, which must succeed. Returns its id. */
  const made = async (person: Person, fields: object = leadFields): Promise<string> => {
    const response = await create(person, fields);
    if (response.statusCode !== 200) throw new Error(`The lead was not created: ${response.body}`);
    return response.json<Lead>().id;
  };
  const read = async (person: Person, id: string, headers = {}) =>
    service.call('GET', `/api/v1/lead/${id}`, { headers: { ...person.bearer, ...headers } });
  const fieldsOf = async (id: string) => (await read(admin, id)).json<Lead>().fields;
  return { ...people, service, create, made, read, fieldsOf };
}

/** What {@link startLeadCalls} returns. */
export type LeadCalls = Awaited<ReturnType<typeof startLeadCalls>>;
