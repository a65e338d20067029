import { describe, expect, it } from 'vitest';

import type { HistoryPage } from '#contract/portal/history.ts';
import type { LenderRequest } from '#contract/portal/requests.ts';
import { erase } from '#server/cli/erase-commands.ts';
import { operatorClient, submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { testFiles } from '#server/testing/test-app.ts';

describe.each(databases)('the requests of an erased person on %s', (kind) => {
  const people = withPeople(kind);

  it('have no texts any more, also those of the deal, and nor has their history', async () => {
    const { service, broker } = people;
    const { db } = service.database;
    const operator = await operatorClient(service);
    const lead = await submitLead(service, broker, { firstName: 'Pia', lastName: 'Vanisher' });
    const other = await submitLead(service, broker);
    const converted = await operator.send('POST', `/leads/${lead}/conversion`, { fields: {} });
    const { dealId: deal } = converted.json<{ dealId: string }>();
    const ask = async (recordType: string, recordId: string) => {
      const fields = { recordType, recordId, kind: 'question', text: 'Is Pia Vanisher right?' };
      const response = await operator.send('POST', '/requests', { fields });
      const { id } = response.json<{ id: string }>();
      const payload = { answer: 'Yes, Vanisher.' };
      const headers = broker.session;
      await service.call('PUT', `/portal/requests/${id}/answer`, { headers, payload });
      await operator.send('PATCH', `/requests/${id}`, {
        fields: { state: 'returned', reason: 'Vanisher who?' },
      });
    };
    const addresses = { lead: `/portal/leads/${lead}`, deal: `/portal/deals/${deal}` };
    await ask('lead', lead);
    await ask('deal', deal);
    await ask('lead', other);
    const read = async <T>(address: string) =>
      (await service.call('GET', address, { headers: broker.session })).json<T>();

    const files = testFiles(service);
    expect(await erase(db, files, ['lead', lead])).toContain(
      'Requests of the lender, and their answers: 2.',
    );
    const said = await erase(db, files, ['lead', lead, '--yes']);
    // The request of another lead names the person too.
    expect(said).toContain('requests.text (1)');
    for (const address of Object.values(addresses)) {
      const [request] = await read<LenderRequest[]>(`${address}/requests`);
      expect(request).toMatchObject({ state: 'returned', text: '', answer: '', reason: '' });
      expect(JSON.stringify(await read<HistoryPage>(`${address}/history`))).not.toMatch(/vanish/i);
    }
    const { entries } = await read<HistoryPage>(`${addresses.deal}/history`);
    expect(entries.filter((entry) => entry.kind === 'request')).toHaveLength(3);
  });
});
