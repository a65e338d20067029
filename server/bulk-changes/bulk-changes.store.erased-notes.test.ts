import { describe, expect, it } from 'vitest';

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
    const notes = async (id: string) => {
      const { db } = service.database;
      return db.selectFrom('bulk_changes').select('note').where('id', '=', id).executeTakeFirst();
    };
    const note = async (ids: string[], text: string) =>
      bulk.made(broker, { ids }, { kind: 'add-note', note: text });
    const [both, named, mailed, neither] = [
      await note([lead, other], 'Moved to Nelson.'),
      await note([other], 'Ask 0491 570 110.'),
      await note([other], 'Ask Rua@Clients.test.'),
      await note([other], 'Call again.'),
    ];
    expect(await run('lead', lead)).toContain('may be about this person: 2.');
    await run('lead', lead, '--yes');
    await run('contact', 'rua@clients.test', '--yes');
    for (const { id } of [both, named, mailed]) expect(await notes(id)).toEqual({ note: '' });
    expect(await notes(neither.id)).toEqual({ note: 'Call again.' });
    expect(await bulk.undone(broker, both.id)).toMatchObject({
      superseded: 2,
      left: [{ reason: expect.stringContaining('has been erased'), total: 2 }],
    });
  });
});
