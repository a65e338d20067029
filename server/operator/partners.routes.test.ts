import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import type {
  OperatorContact,
  OperatorPartner,
  PartnerHistory,
} from '#contract/operator/partners.ts';
import type { ErrorBody } from '#contract/v1/errors.ts';
import { operatorClient } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

describe('partners and contacts on the operator’s side', () => {
  const { service, operator } = withPeople();

  const create = async (recordType: 'partners' | 'contacts', fields: object) => {
    const response = await operator.send('POST', `/${recordType}`, { fields });
    return response.json<{ id: string }>().id;
  };
  const errorOf = (response: LightMyRequestResponse) => {
    const { code, fields } = response.json<ErrorBody>();
    return { code, fields };
  };

  test('a partner is created, read, renamed, and no other has its name', async () => {
    const id = await create('partners', { name: ' Summit Finance ' });
    const read = await operator.send('GET', `/partners/${id}`);
    expect(read.json()).toMatchObject({ id, fields: { name: 'Summit Finance' } });

    const taken = { code: 'name-in-use', fields: { name: 'Another partner has this name.' } };
    const second = await operator.send('POST', '/partners', { fields: { name: 'SUMMIT finance' } });
    expect([second.statusCode, errorOf(second)]).toEqual([409, taken]);
    const other = await create('partners', { name: 'Ridge' });
    const rename = async (name: string, headers = {}) =>
      operator.send('PATCH', `/partners/${other}`, { fields: { name } }, headers);
    expect(errorOf(await rename('summit finance'))).toEqual(taken);
    expect((await rename('Ridge Capital')).json()).toMatchObject({
      fields: { name: 'Ridge Capital' },
    });
    expect((await rename('Crest', { 'if-match': String(read.headers['etag']) })).statusCode).toBe(
      412,
    );
    expect(errorOf(await rename('')).fields).toEqual({ name: 'Name can’t be empty.' });
    const after = await operator.send('GET', `/partners/${other}`);
    expect(after.json<OperatorPartner>().fields.name).toBe('Ridge Capital');
  });

  test('a contact belongs to a partner, and can be changed', async () => {
    const partnerId = await create('partners', { name: 'Valley' });
    const person = { firstName: 'Ngaio', lastName: 'Reed', email: 'ngaio.reed@valley.test' };
    const id = await create('contacts', { partnerId, ...person });
    const read = await operator.send('GET', `/contacts/${id}`);
    expect(read.json()).toMatchObject({ id, fields: { partnerId, ...person } });
    const seen = { 'if-match': String(read.headers['etag']) };
    const change = async (fields: object, headers = {}) =>
      operator.send('PATCH', `/contacts/${id}`, { fields }, headers);
    const changed = await change({ lastName: 'Moana' }, seen);
    expect(changed.json()).toMatchObject({ fields: { ...person, lastName: 'Moana' } });
    expect((await change({ lastName: 'Reed' }, seen)).statusCode).toBe(412);
    expect(errorOf(await change({ email: 'nobody', partnerId: 'x' })).fields).toMatchObject({
      email: expect.any(String),
      partnerId: expect.any(String),
    });

    const wrong = await operator.send('POST', '/contacts', {
      fields: { partnerId: 'no', ...person },
    });
    expect(errorOf(wrong)).toEqual({
      code: 'invalid-fields',
      fields: { partnerId: 'This partner doesn’t exist.' },
    });
    const empty = await operator.send('POST', '/contacts', { fields: {} });
    expect(Object.keys(errorOf(empty).fields ?? {})).toEqual([
      'partnerId',
      'firstName',
      'lastName',
      'email',
    ]);
  });

  test('each change of a partner or contact is recorded, by whichever key and way', async () => {
    const partnerId = await create('partners', { name: 'Ranges' });
    const person = { firstName: 'Tui', lastName: 'Vale', email: 'tui@ranges.test' };
    const contactId = await create('contacts', { partnerId, ...person });
    const other = await operatorClient(service);
    const change = async (path: string, fields: object) => {
      const changed = await other.send('PATCH', path, { fields });
      return changed.json<OperatorPartner>().updatedAt;
    };
    const email = 'vale@ranges.test';
    const operations = [{ operation: 'updateContact', id: contactId, body: { fields: { email } } }];
    await operator.send('POST', '/batch', { operations });
    const renamed = await change(`/partners/${partnerId}`, { name: 'The Ranges' });
    expect(await change(`/partners/${partnerId}`, { name: 'The Ranges' })).toBe(renamed);
    await change(`/contacts/${contactId}`, { ...person, email, lastName: 'Moa' });
    const read = async (path: string) => (await operator.send('GET', path)).json<PartnerHistory>();

    expect(await read(`/partners/${partnerId}/history`)).toMatchObject({
      entries: [
        {
          kind: 'changed',
          at: renamed,
          by: { id: other.keyId, name: expect.stringMatching(/^Program /) },
          via: 'operator',
          changes: [{ field: 'name', from: 'Ranges', to: 'The Ranges' }],
        },
        {
          kind: 'created',
          by: { id: operator.keyId },
          changes: [{ field: 'name', from: null, to: 'Ranges' }],
        },
      ],
      next: null,
    });
    const contactHistory = `/contacts/${contactId}/history?pageSize=2`;
    const first = await read(contactHistory);
    expect(first.entries.map(({ by, changes }) => [by?.id, changes])).toEqual([
      [other.keyId, [{ field: 'lastName', from: 'Vale', to: 'Moa' }]],
      [operator.keyId, [{ field: 'email', from: person.email, to: email }]],
    ]);
    const second = await read(`${contactHistory}&cursor=${first.next}`);
    expect(second.entries).toMatchObject([{ kind: 'created' }]);
    const partner = { field: 'partnerId', from: null, to: partnerId };
    expect(second.entries[0]?.changes).toContainEqual(partner);
    expect((await operator.send('GET', `/contacts/${partnerId}/history`)).statusCode).toBe(404);
  });

  test('one that a command created says so, and the history is append-only', async () => {
    const { db } = service.database;
    const { partnerId } = await makePerson(db, 'broker');
    const read = await operator.send('GET', `/partners/${partnerId}/history`);
    expect(read.json<PartnerHistory>().entries).toMatchObject([
      { kind: 'created', by: null, via: 'command' },
    ]);
    for (const statement of ['delete from', 'truncate'])
      await expect(sql.raw(`${statement} partner_changes`).execute(db)).rejects.toThrow(
        'append-only',
      );
  });

  test('lists are by name, page by page, and contacts also of one partner', async () => {
    const partnerId = await create('partners', { name: 'Zenith' });
    for (const firstName of ['Cole', 'Ana', 'Bea'])
      await create('contacts', {
        partnerId,
        firstName,
        lastName: 'Vale',
        email: `${firstName}@zenith.test`,
      });
    const list = async (query: string) => {
      const response = await operator.send('GET', `/contacts?partnerId=${partnerId}&${query}`);
      const names = response.json<OperatorContact[]>().map(({ fields }) => fields.firstName);
      return { names, total: response.headers['x-total-count'], link: response.headers['link'] };
    };
    expect(await list('')).toMatchObject({ names: ['Ana', 'Bea', 'Cole'], total: '3' });
    const second = await list('page=2&pageSize=2');
    expect(second).toMatchObject({ names: ['Cole'], total: '3' });
    expect(String(second.link)).toMatch(/page=1&.*rel="first".*rel="prev".*page=2&.*rel="last"/);
    expect(String(second.link)).not.toContain('rel="next"');
    expect(await list('page=9')).toMatchObject({ names: [], total: '3' });
    const partners = await operator.send('GET', '/partners?pageSize=100');
    const names = partners.json<OperatorPartner[]>().map(({ fields }) => fields.name.toLowerCase());
    expect(names).toEqual(names.toSorted());
    expect(names).toContain('zenith');
    expect((await operator.send('GET', '/partners?page=0')).statusCode).toBe(400);
  });
});
