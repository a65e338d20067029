import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { rememberedLimits } from '#contract/bulk-upload/remembered-choices.ts';
import { deleteOldChoices } from '#server/bulk-uploads/remembered-choices.store.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';
import { testFiles } from '#server/testing/test-app.ts';

import { erase } from './erase-commands.ts';

const address = '/portal/remembered-choices';

describe('remembered choices', () => {
  const { service, admin } = withPeople();

  const remember = async (headers: readonly string[], resolutions: object[] = [], by = admin) =>
    service.call('PUT', address, {
      headers: by.session,
      payload: { columns: headers.map((header) => ({ header, target: null })), resolutions },
    });
  const stored = async () => {
    const { db } = service.database;
    const rows = await db.selectFrom('remembered_choices').select('key').orderBy('key').execute();
    return rows.map(({ key }) => key);
  };
  const run = async (...args: string[]) => erase(service.database.db, testFiles(service), args);

  it('are deleted with the lead whose person they name, those of its partner', async () => {
    const response = await service.as(admin).post(
      '/api/v1/lead',
      {
        fields: {
          firstName: 'Zoë',
          lastName: 'Erasable',
          companyName: '王小明商店',
          phone: '+61491570156',
          email: 'zoe@clients.test',
          loanPurpose: 'Renovation',
          industry: 'Plumbing',
          dateOfBirth: '1984-03-14',
          residentialAddress: { addressLine1: '1 Erasable St', city: 'Sydney' },
        },
      },
      { 'idempotency-key': 'lead' },
    );
    const { id } = response.json<{ id: string }>();
    const others = ['industry', 'phone', 'sydney', 'z', 'zoe', 'renovationplumbing'];
    const named = [
      'zoeerasable',
      '王小明商店',
      '0491570156',
      'mailzoeclientstest',
      '1erasablest',
      'born19840314',
    ];
    await remember(
      [...others, ...named],
      [
        { issue: 'loanPurpose:choice-value:for zoë erasable', option: 'Renovation' },
        { issue: 'loanPurpose:choice-value:a new roof', option: 'Renovation' },
        { issue: 'sheet:9:["Leads","Zoë Erasable"]', option: 'Zoë Erasable' },
      ],
    );
    const stranger = await makePerson(service.database.db, 'partner-admin');
    await remember(['zoeerasableelsewhere'], [], stranger);
    expect(await run('lead', id)).toContain('this person’s data: 8.\nNothing has been erased');
    expect(await stored()).toHaveLength(16);
    await run('lead', id, '--yes');
    const left = [...others, 'loanPurpose:choice-value:a new roof', 'zoeerasableelsewhere'];
    expect(new Set(await stored())).toEqual(new Set(left));
  });

  it('of all partners are deleted with a contact', async () => {
    await service.database.db.deleteFrom('remembered_choices').execute();
    const stranger = await makePerson(service.database.db, 'partner-admin');
    await remember(['annaclientstest', 'annex']);
    await remember(['emailannaclientstest'], [], stranger);
    expect(await run('contact', 'anna@clients.test', '--yes')).toContain('data: 2.\nErased');
    expect(await stored()).toEqual(['annex']);
  });

  it('are deleted when no file has used them for the retention period', async () => {
    const { db } = service.database;
    await db.deleteFrom('remembered_choices').execute();
    await remember(['unused', 'usedagain', 'new']);
    const age = sql.lit(`${rememberedLimits.retentionDays} days 1 hour`);
    await sql`update remembered_choices set updated_at = now() - ${age}::interval where key <> 'new'`.execute(
      db,
    );
    await remember(['usedagain']);
    await deleteOldChoices(db);
    expect(await stored()).toEqual(['new', 'usedagain']);
  });
});
