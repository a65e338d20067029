import { describe, expect, it } from 'vitest';

import type { HistoryPage } from '#contract/portal/history.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';

describe('the lead source in the history', () => {
  const { service, broker, operator } = withPeople();

  it('is what the lead shows, also before the operator sets it and after it is cleared', async () => {
    const { bearer, session } = broker;
    const id = await submitLead(service, broker);
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
