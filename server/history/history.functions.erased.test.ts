import { describe, expect, it } from 'vitest';

import type { HistoryPage } from '#contract/portal/history.ts';
import { eraseLead } from '#server/erasure/erase-lead.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { makeUploadTestData } from '#server/testing/leads/upload-test-data.ts';
import { testFiles } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

describe.each(databases)('the history of an erased lead on %s', (kind) => {
  const service = withService(kind);

  it('has nothing of the person: statuses, times and who did it remain, and that it was erased', async () => {
    const data = await makeUploadTestData(service);
    const headers = data.broker.bearer;
    const fields = {
      firstName: 'Erasmus',
      lastName: 'Erasable',
      companyName: 'Erasable Pty',
      phone: '+6490001234',
    };
    const created = await service.call('POST', '/api/v1/lead', { headers, payload: { fields } });
    const { id } = created.json<{ id: string }>();
    const payload = {
      fields: { tradingName: 'Erasmus & Co', residentialAddress: { city: 'Erasable' } },
    };
    await service.call('PATCH', `/api/v1/lead/${id}`, { headers, payload });
    await data.send(uploadParts(id, { 'erasmus.pdf': attachableFiles['statement.pdf'] }));
    const read = async () => {
      const url = `/portal/leads/${id}/history`;
      return (await service.call('GET', url, { headers: data.broker.session })).json<HistoryPage>();
    };
    expect(JSON.stringify(await read())).toMatch(/Erasmus/);

    await eraseLead(service.database.db, testFiles(service), id);

    const { entries } = await read();
    expect(JSON.stringify(entries)).not.toMatch(/eras(able|mus)|6490001234/i);
    expect(entries).toMatchObject([
      { kind: 'erased', who: { source: 'command', id: null, name: null }, changes: [] },
      { kind: 'attached', who: { name: 'Pat Moss' }, file: null },
      { kind: 'changed', who: { name: 'Pat Moss' }, changes: [] },
      {
        kind: 'created',
        changes: [
          { field: 'status', from: '', to: 'New' },
          { field: 'subStatus', from: '', to: 'Received' },
        ],
      },
    ]);
  });
});
