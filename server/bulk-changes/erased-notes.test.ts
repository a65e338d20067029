import { describe, expect, it } from 'vitest';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import { erase } from '#server/cli/erase-commands.ts';
import { bulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { leadFields, withLeadCalls } from '#server/testing/leads/lead-calls.ts';
import { testFiles } from '#server/testing/test-app.ts';

describe('erasing a person', () => {
  const calls = withLeadCalls();

  it('empties the notes for many leads that may be about the person', async () => {
    const { service, broker, made } = calls;
    const bulk = bulkChangeCalls(service);
    const run = async (...args: string[]) => erase(service.database.db, testFiles(service), args);
    const lead = await made(broker, { ...leadFields, phone: '+61491570110' });
    const other = await made(broker);
    const notes = async (id: string) => (await bulk.read(broker, id)).json<BulkChange>().change;
    const note = async (ids: string[], text: string) =>
      bulk.prepared(broker, { ids }, { kind: 'add-note', note: text });
    const [both, named, mailed, neither] = [
      await note([lead, other], 'Moved to Nelson.'),
      await note([other], 'Ask 0491 570 110.'),
      await note([other], 'Ask Rua@Clients.test.'),
      await note([other], 'Call again.'),
    ];
    expect(await run('lead', lead)).toContain('may be about this person: 2.');
    await run('lead', lead, '--yes');
    await run('contact', 'rua@clients.test', '--yes');
    for (const { id } of [both, named, mailed])
      expect(await notes(id)).toEqual({ kind: 'add-note', note: '' });
    expect(await notes(neither.id)).toEqual({ kind: 'add-note', note: 'Call again.' });
    await bulk.done(broker, both.id, 'apply');
    const erased = ['rejected', expect.stringContaining('has been erased')];
    expect(await bulk.outcomes(broker, both.id)).toEqual({ [lead]: erased, [other]: erased });
  });
});
