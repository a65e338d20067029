import type { Lead } from '#contract/v1/lead-records.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import type { Person } from '#server/testing/people.ts';
import type { TestAppOptions } from '#server/testing/test-app.ts';

/** The fields of a lead, with a phone number in national form with brackets. */
export const leadFields = {
  firstName: 'Aroha',
  lastName: 'Ngata',
  companyName: 'Kauri Joinery',
  phone: '+64 (9) 000-1234',
};

/**
 * Starts a service with people for the tests of a block, as {@link withPeople} does, with the calls
 * for a lead.
 */
export function withLeadCalls(kind: DatabaseKind = 'PostgreSQL', options?: TestAppOptions) {
  const { service, ...people } = withPeople(kind, options);
  const { admin } = people;

  const create = async (person: Person, fields: object) =>
    service.as(person).post('/api/v1/lead', { fields });
  /** Creates a lead, which must succeed. Returns its id. */
  const made = async (person: Person, fields: object = leadFields): Promise<string> => {
    const response = await create(person, fields);
    if (response.statusCode !== 200) throw new Error(`The lead was not created: ${response.body}`);
    return response.json<Lead>().id;
  };
  const read = async (person: Person, id: string, headers = {}) =>
    service.as(person).get(`/api/v1/lead/${id}`, headers);
  const readFields = async (id: string) => (await read(admin, id)).json<Lead>().fields;
  return { ...people, service, create, made, read, fieldsOf: readFields };
}
