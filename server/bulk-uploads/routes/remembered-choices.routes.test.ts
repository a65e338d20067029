import { beforeEach, describe, expect, it } from 'vitest';

import { rememberedLimits, type StoredChoices } from '#contract/bulk-upload/remembered-choices.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { makePerson, type Person } from '#server/testing/people.ts';

const address = '/portal/remembered-choices';

describe('remembered choices', () => {
  let admin: Person;
  const service = withService();
  beforeEach(async () => {
    admin = await makePerson(service.database.db, 'partner-admin');
  });

  const read = async (person: Person) => {
    const response = await service.call('GET', address, { headers: person.session });
    return response.json<StoredChoices>();
  };
  const remember = async (person: Person, payload: object) =>
    service.call('PUT', address, { headers: person.session, payload });

  it('what one admin chose is proposed to the partner’s others, and to nobody else', async () => {
    const colleague = await makePerson(service.database.db, 'partner-admin', admin.partnerId ?? '');
    const stranger = await makePerson(service.database.db, 'partner-admin');
    const chosen = {
      columns: [
        { header: 'ringmeon', target: 'phone' },
        { header: 'shoesize', target: null },
      ],
      resolutions: [{ issue: 'phone:phone-without-plus', option: 'AU' }],
    };
    const response = await remember(admin, chosen);
    expect([response.statusCode, response.json()]).toEqual([200, chosen]);
    expect(await read(colleague)).toEqual(chosen);
    expect(await read(stranger)).toEqual({ columns: [], resolutions: [] });
  });

  it('later choices are added, and replace those of the same header or issue', async () => {
    const resolutions = [{ issue: 'phone:phone-without-plus', option: 'AU' }];
    await remember(admin, { columns: [{ header: 'ringmeon', target: 'phone' }], resolutions });
    await remember(admin, {
      columns: [
        { header: 'ringmeon', target: 'secondaryPhone' },
        { header: 'ringmeon', target: '+notes' },
        { header: 'score', target: 'notes' },
      ],
      resolutions: [],
    });
    expect(await read(admin)).toEqual({
      columns: [
        { header: 'ringmeon', target: '+notes' },
        { header: 'score', target: 'notes' },
      ],
      resolutions,
    });
  });

  it.each([
    { columns: [{ header: 'a', target: 'shoeSize' }], resolutions: [] },
    { columns: [{ header: '', target: 'phone' }], resolutions: [] },
    { columns: [{ header: 'a\0', target: 'phone' }], resolutions: [] },
    { columns: [{ header: 'a'.repeat(101), target: 'phone' }], resolutions: [] },
    { columns: [], resolutions: [{ issue: 'a'.repeat(201), option: 'AU' }] },
    { columns: [], resolutions: [{ issue: 'a', option: 'a'.repeat(201) }] },
    {
      columns: Array.from({ length: 1_001 }, () => ({ header: 'a', target: null })),
      resolutions: [],
    },
  ])('what can’t be a choice is rejected (%#)', async (payload) => {
    expect((await remember(admin, payload)).statusCode).toBe(400);
    expect(await read(admin)).toEqual({ columns: [], resolutions: [] });
  });

  it('of too many, those not used for longest are forgotten', async () => {
    const columns = (from: number) =>
      Array.from({ length: rememberedLimits.inRequest }, (_, at) => ({
        header: `h${String(from + at).padStart(5, '0')}`,
        target: 'notes',
      }));
    for (const from of [0, 1_000, 2_000])
      await remember(admin, { columns: columns(from), resolutions: [{ issue: 'i', option: 'o' }] });
    const stored = await read(admin);
    expect(stored.columns).toHaveLength(rememberedLimits.stored);
    expect(stored.columns[0]?.header).toBe('h01000');
    expect(stored.resolutions).toHaveLength(1);
  });
});
