import { beforeEach, describe, expect, it } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import { clientFor, leadFields, startLeadCreation } from '#server/testing/leads/lead-creation.ts';

import { deleteOldSentLeads } from './sent-leads.store.ts';

const neverArrives = { kind: 'reject', method: 'POST', status: 500 } as const;

describe('creating leads at an existing service', () => {
  const creation = started(async () => startLeadCreation('PostgreSQL'));
  beforeEach(async () => creation.reset());

  it('an empty reference is generated, and the response has it', async () => {
    const response = await creation.submit();
    expect(response.statusCode).toBe(200);
    const { id, fields } = response.json();
    expect(fields.partnerLeadReferenceId).toMatch(/^P-\w{6}-\w{6}$/);
    expect(fields.applicationLink).toBe(`https://applications.test/${id}`);
    expect(await creation.leadsWith(fields.partnerLeadReferenceId)).toMatchObject([{ id }]);
  });

  it('a submitted reference stays as it is', async () => {
    const fields = { ...leadFields, partnerLeadReferenceId: 'Ngata 7' };
    expect((await creation.submit({ fields })).json().fields.partnerLeadReferenceId).toBe(
      'Ngata 7',
    );
  });

  it('five clicks in two processes make one lead and get five equal responses', async () => {
    const one = creation.portalWith(creation.client());
    const other = creation.portalWith(creation.client());
    const responses = await Promise.all(
      [one, other, one, other, one].map(async (by) => creation.submit({ portal: by })),
    );
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(responses[0]?.statusCode).toBe(200);
    expect(await creation.sentCount()).toBe(1);
  });

  it('a lead that certainly never arrived is sent again', async () => {
    const away = clientFor('http://127.0.0.1:1');
    const rejected = await creation.submit({ portal: creation.portalWith(away) });
    expect([rejected.statusCode, rejected.json().submission.outcome]).toEqual([503, 'not-sent']);

    await creation.standIn.addFailure({
      kind: 'reject',
      method: 'POST',
      status: 429,
      retryAfter: 7,
    });
    const tooMuch = await creation.submit();
    expect([tooMuch.statusCode, tooMuch.headers['retry-after']]).toEqual([429, '7']);
    expect(tooMuch.json().submission.outcome).toBe('not-sent');

    await creation.standIn.clearFailures();
    expect((await creation.submit()).statusCode).toBe(200);
  });

  it('a rejection is returned again for the same key', async () => {
    const fields = { ...leadFields, phone: '0412' };
    const rejected = await creation.submit({ fields });
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json().error).toMatch(/phone/);
    expect((await creation.submit({ fields })).body).toBe(rejected.body);
    expect(await creation.sentCount()).toBe(1);
  });

  it('other content under the same key is rejected', async () => {
    await creation.submit();
    expect(
      (await creation.submit({ fields: { ...leadFields, firstName: 'Hēmi' } })).statusCode,
    ).toBe(422);
    expect(await creation.sentCount()).toBe(1);
  });

  it('a program’s lead without a key is forwarded unchanged, once', async () => {
    expect((await creation.submit({ key: '' })).json().fields.partnerLeadReferenceId).toBe('');
    await creation.standIn.addFailure({ kind: 'drop', method: 'POST' });
    expect((await creation.submit({ key: '' })).statusCode).toBe(502);
    expect(await creation.sentCount()).toBe(2);
  });

  it('the outcome of a lead is stored for a month, for pages that were left open', async () => {
    const known = await creation.submit({ key: 'known' });
    await creation.standIn.addFailure(neverArrives);
    await creation.submit({ key: 'unknown' });
    await creation.standIn.clearFailures();
    await creation.changeSentLeads(`sent_at = now() - interval '29 days'`);
    expect((await creation.submit({ key: 'unknown' })).statusCode).toBe(409);
    expect((await creation.submit({ key: 'known' })).json()).toEqual(known.json());
    expect(await creation.sentCount()).toBe(2);
    await creation.changeSentLeads(`sent_at = now() - interval '31 days'`);
    await deleteOldSentLeads(creation.database.db);
    const { rows } = await creation.changeSentLeads('key = key');
    expect(rows).toHaveLength(0);
  });
});
