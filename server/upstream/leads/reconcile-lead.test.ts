import { beforeEach, describe, expect, it } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import {
  changed,
  clientFor,
  leadFields,
  startLeadCreation,
} from '#server/testing/leads/lead-creation.ts';
import type { UpstreamClient } from '#server/upstream/client/upstream.client.ts';

const neverArrives = { kind: 'reject', method: 'POST', status: 500 } as const;

describe('leads whose response was lost', () => {
  const creation = started(async () => startLeadCreation('PostgreSQL'));
  beforeEach(async () => creation.reset());

  it.each(['drop', 'truncate'] as const)(
    'a lead whose response was lost is found (%s after storing)',
    async (lost) => {
      await creation.standIn.addFailure({ kind: lost, method: 'POST' });
      const response = await creation.submit();
      expect(response.statusCode).toBe(200);
      const { id, fields } = response.json();
      expect(await creation.leadsWith(fields.partnerLeadReferenceId)).toMatchObject([{ id }]);
      expect(fields.bankStatementsUpdateLink).toBe(`https://statements.test/${id}`);
      expect((await creation.submit()).body).toBe(response.body);
      expect(await creation.sentCount()).toBe(1);
    },
  );

  it.each([500, 303, 408])('a lead that was stored before a %i is found', async (status) => {
    const failing = changed(creation.client(), 'POST', (response) => ({ ...response, status }));
    const response = await creation.submit({ portal: creation.portalWith(failing) });
    expect(response.statusCode).toBe(200);
    expect(await creation.leadsWith(response.json().fields.partnerLeadReferenceId)).toHaveLength(1);
  });

  it('a lead that is listed late is found', async () => {
    await creation.standIn.addFailure({ kind: 'drop', method: 'POST' });
    let looks = 0;
    const late = changed(creation.client(), 'GET', (response) =>
      (looks += 1) < 3 ? { ...response, text: '[]' } : response,
    );
    expect((await creation.submit({ portal: creation.portalWith(late) })).statusCode).toBe(200);
  });

  it('an unknown outcome is reported; the lead is not sent again, and found by a later request', async () => {
    await creation.standIn.addFailure({ kind: 'drop', method: 'POST' });
    await creation.standIn.addFailure({ kind: 'reject', method: 'GET', status: 500 });
    const fields = { ...leadFields, partnerLeadReferenceId: 'unknown' };
    const named = clientFor(creation.standIn.url, { UPSTREAM_NAME: 'our CRM' });
    const unknown = await creation.submit({ fields, portal: creation.portalWith(named) });
    expect(unknown.statusCode).toBe(409);
    expect(unknown.headers['retry-after']).toBeUndefined();
    expect(unknown.json().submission).toEqual({
      outcome: 'unknown',
      reference: 'unknown',
      sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(unknown.json().error).toMatch(/^Our CRM gave no .*cannot all be looked through/);
    expect((await creation.submit({ fields })).statusCode).toBe(409);

    await creation.standIn.clearFailures();
    const found = await creation.submit({ fields });
    expect(found.statusCode).toBe(200);
    expect(await creation.leadsWith('unknown')).toMatchObject([{ id: found.json().id }]);
    expect(await creation.sentCount()).toBe(1);
  });

  it.each([
    ['numbers for ids', { id: 17 }, { id: '17' }],
    [
      'an address that is no line of text',
      { id: 'x', fields: { applicationLink: 'https://a.test/\0' } },
      { id: 'x' },
    ],
    ['half a character', { id: 'x', fields: { applicationLink: '\ud800' } }, { id: 'x' }],
  ])(
    'a response with %s is stored, and other leads are still found',
    async (_what, reported, stored) => {
      const odd = creation.portalWith(
        changed(creation.client(), 'POST', (response) => ({
          ...response,
          text: JSON.stringify(reported),
        })),
      );
      const response = await creation.submit({ key: 'odd', portal: odd });
      expect(response.json()).toMatchObject({ ...stored, fields: { applicationLink: '' } });
      expect((await creation.submit({ key: 'odd', portal: odd })).json()).toEqual(response.json());
      await creation.standIn.addFailure({ kind: 'drop', method: 'POST' });
      expect((await creation.submit({ key: 'lost' })).statusCode).toBe(200);
    },
  );

  it('the message says when a lead that never arrived can be submitted as a new one', async () => {
    await creation.standIn.addFailure(neverArrives);
    expect((await creation.submit()).json().error).toMatch(/not among the leads there so far/);
    await creation.changeSentLeads(`sent_at = now() - interval '3 minutes'`);
    const later = await creation.submit();
    expect(later.statusCode).toBe(409);
    expect(later.json().error).toMatch(/and would be by now: it can be submitted as a new lead/);
    expect(await creation.sentCount()).toBe(1);
    await creation.standIn.clearFailures();
    expect((await creation.submit({ key: 'new' })).statusCode).toBe(200);
  });

  it('another lead with the same reference is not returned as the lost one', async () => {
    const fields = { ...leadFields, partnerLeadReferenceId: 'mine' };
    await creation.submit({ key: 'known before', fields });
    await creation.standIn.addFailure(neverArrives);
    expect((await creation.submit({ fields })).json().error).toMatch(/not among the leads there/);

    await creation.standIn.clearFailures();
    await creation.standIn.addFailure({ kind: 'drop', method: 'POST' });
    await creation.submit({ key: '', fields: { ...fields, lastName: 'Other' } });
    await creation.standIn.clearFailures();
    expect((await creation.submit({ fields })).json().error).toMatch(/don’t match the names/);
  });

  it('after a process died while sending, the lead is found or reported as unknown', async () => {
    const dying: UpstreamClient = {
      ...creation.client(),
      read: async (request) => {
        await creation.client().read(request);
        return new Promise(() => {});
      },
    };
    const died = creation.portalWith(dying);
    void creation.submit({ key: 'stored', portal: died });
    await expect.poll(async () => creation.sentCount()).toBe(1);
    const hurried = creation.portalWith(creation.client(), { waitMs: 20 });
    expect((await creation.submit({ key: 'stored', portal: hurried })).statusCode).toBe(200);

    await creation.standIn.addFailure(neverArrives);
    void creation.submit({ key: 'not stored', portal: died });
    await expect.poll(async () => creation.sentCount()).toBe(2);
    const early = await creation.submit({ key: 'not stored', portal: hurried });
    expect([early.statusCode, early.headers['retry-after']]).toEqual([409, '2']);
    await creation.changeSentLeads(`sending_until = now()`);
    const over = await creation.submit({ key: 'not stored', portal: hurried });
    expect([over.statusCode, over.json().submission.outcome]).toEqual([409, 'unknown']);
    expect(await creation.sentCount()).toBe(2);
  });
});
