import { randomBytes } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import {
  leadFields,
  type LeadCreation,
  startLeadCreation,
} from '#server/testing/leads/lead-creation.ts';

describe('a draft submitted in two tabs', () => {
  let draft: string;
  const creation = started(async () => startLeadCreation('PostgreSQL'));
  beforeEach(async () => {
    await creation.reset();
    draft = randomBytes(16).toString('hex');
  });

  /** Submits the draft with the key that it has after a number of rejections. */
  const submit = async (rejections: number, change: object = {}, portal?: Portal) => {
    const key = rejections === 0 ? draft : `${draft}.${rejections}`;
    const fields = { ...leadFields, ...change };
    const response = await creation.submit({ key, fields, ...(portal && { portal }) });
    return [response.statusCode, response.json().code];
  };
  type Portal = ReturnType<LeadCreation['portalWith']>;

  /** Submits a lead that is on its way until `arrive` is called. */
  const sending = async (rejections: number) => {
    const client = creation.client();
    const sent = Promise.withResolvers<void>();
    const arrival = Promise.withResolvers<void>();
    const portal = creation.portalWith(
      {
        ...client,
        read: async (request) => {
          sent.resolve();
          await arrival.promise;
          return client.read(request);
        },
      },
      { waitMs: 0 },
    );
    const outcome = submit(rejections, {}, portal);
    await sent.promise;
    const arrive = async () => {
      arrival.resolve();
      return outcome;
    };
    return { arrive };
  };

  it('with another key each, after a rejection, makes one lead', async () => {
    expect((await submit(0, { phone: '0412' }))[0]).toBe(400);
    const { arrive } = await sending(1);
    expect(await submit(2, { firstName: 'Hēmi' })).toEqual([409, 'request-in-progress']);
    expect((await arrive())[0]).toBe(200);
    expect(await submit(2, { firstName: 'Hēmi' })).toEqual([409, 'draft-submitted']);
    expect(await creation.sentCount()).toBe(2);
  });

  it('with another key each, at the same moment, makes one lead', async () => {
    const one = creation.portalWith(creation.client());
    const other = creation.portalWith(creation.client());
    const responses = await Promise.all([submit(1, {}, one), submit(2, {}, other)]);
    expect(new Set(responses.map(([status]) => status))).toEqual(new Set([200, 409]));
    expect(await creation.sentCount()).toBe(1);
  });

  it('with one key, is not free for another key before the first content is rejected', async () => {
    const { arrive } = await sending(0);
    expect(await submit(0, { firstName: 'Hēmi' })).toEqual([409, 'request-in-progress']);
    expect((await arrive())[0]).toBe(200);
    expect(await submit(0, { firstName: 'Hēmi' })).toEqual([409, 'draft-submitted']);
    expect((await submit(0))[0]).toBe(200);
    expect(await creation.sentCount()).toBe(1);

    await creation.reset();
    expect((await submit(0, { phone: '0412' }))[0]).toBe(400);
    expect(await submit(0)).toEqual([422, 'idempotency-key-reused']);
  });

  it('says that the outcome of other values is unknown; the person may submit them as new', async () => {
    await creation.standIn.addFailure({ kind: 'reject', method: 'POST', status: 500 });
    expect(await submit(0)).toEqual([409, 'lead-outcome-unknown']);
    await creation.standIn.clearFailures();
    const fields = { ...leadFields, firstName: 'Hēmi' };
    const response = await creation.submit({ key: draft, fields });
    expect(response.json()).toMatchObject({
      code: 'lead-outcome-unknown',
      submission: { outcome: 'unknown', reference: expect.stringMatching(/^P-/) },
    });
    expect((await submit(1, { firstName: 'Hēmi' }))[0]).toBe(200);
  });
});
