import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { HistoryPage } from '#contract/portal/history.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { type OperatorClient, operatorClient } from '#server/testing/access/operator-client.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

describe('the lead source in the history', () => {
  let service: TestApp;
  let broker: ContactPerson;
  let operator: OperatorClient;
  beforeAll(async () => {
    service = await startTestApp('PostgreSQL');
    broker = await makePerson(service.database.db, 'broker');
    operator = await operatorClient(service);
  });
  afterAll(async () => service.close());

  it('is what the lead shows, also before the operator sets it and after it is cleared', async () => {
    const { bearer, session } = broker;
    const payload = { fields: smallestLead };
    const created = await service.call('POST', '/api/v1/lead', { headers: bearer, payload });
    const { id } = created.json<{ id: string }>();
    const shown: string[] = [];
    for (const leadSource of [undefined, 'Referral', null]) {
      if (leadSource !== undefined)
        await operator.send('PATCH', `/leads/${id}`, { fields: { leadSource } });
      const lead = await service.call('GET', `/api/v1/lead/${id}`, { headers: bearer });
      shown.push(lead.json<Lead>().fields.leadSource);
    }
    expect(shown).toEqual(['API', 'Referral', 'API']);
    const url = `/portal/leads/${id}/history?pageSize=2`;
    const { entries } = (await service.call('GET', url, { headers: session })).json<HistoryPage>();
    expect(entries.map(({ changes }) => changes)).toEqual([
      [{ field: 'leadSource', from: 'Referral', to: 'API' }],
      [{ field: 'leadSource', from: 'API', to: 'Referral' }],
    ]);
  });
});
