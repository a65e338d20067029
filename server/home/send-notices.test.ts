import { beforeEach, describe, expect, test } from 'vitest';

import type { Notices } from '#contract/portal/notices.ts';
import { brandConfig } from '#server/config/brand-config.ts';
import { openMailer } from '#server/mail/mailer.ts';
import { openMailbox } from '#server/testing/access/mailbox.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { started, withPeople } from '#server/testing/access/with-people.ts';
import { waitForWriters } from '#server/testing/database/wait-for-writers.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';

import { sendNotices } from './send-notices.ts';

const publicUrl = 'https://portal.harbour.test';
const minute = 60_000;

describe('notices of what waits', () => {
  const mailbox = started(openMailbox);
  const { service, broker, operator } = withPeople();
  const openTestMailer = (url = mailbox.env.SMTP_URL) =>
    openMailer({ mail: { url, from: 'portal@harbour.test' }, brand: brandConfig({}) }, () => {});
  const mailsTo = ({ email }: { email: string }) =>
    mailbox.mails.filter((mail) => mail.includes(`To: ${email}`));

  /** Sends the notices due at a time, in this many processes at once. */
  const send = async (at: Date, processes = 1, url?: string) => {
    const mailers = Array.from({ length: processes }, () => openTestMailer(url));
    const { db } = service.database;
    await Promise.all(
      mailers.map(async (mailer) => sendNotices({ db, mailer, now: () => at, publicUrl })),
    );
    for (const mailer of mailers) mailer.close();
  };
  const choose = async (person: ContactPerson, payload: Notices) =>
    service.as(person).put('/portal/notices', payload);
  const dueAt = async ({ accountId }: ContactPerson) => {
    const query = service.database.db.selectFrom('notices').select('due_at');
    return (await query.where('account_id', '=', accountId).executeTakeFirstOrThrow()).due_at;
  };
  const newBroker = async () => makePerson(service.database.db, 'broker', broker.partnerId);
  const waitFor = async (person: ContactPerson, firstName: string, lastName: string) => {
    const id = await submitLead(service, person, { firstName, lastName });
    await operator.send('PATCH', `/leads/${id}`, { fields: { status: 'With Broker' } });
    await waitForWriters(service.database.db);
    return id;
  };
  const ask = async (recordId: string) => {
    await operator.send('POST', '/requests', {
      fields: { recordType: 'lead', recordId, kind: 'question', text: 'A secret', dueDate: null },
    });
    await waitForWriters(service.database.db);
  };
  const later = (time: Date, ms: number) => new Date(time.getTime() + ms);

  beforeEach(async () => void (await service.database.db.deleteFrom('notices').execute()));

  test('a digest says at 8:00 in the time zone what waits, by initials and links alone', async () => {
    const owner = await newBroker();
    const lead = await waitFor(owner, 'Rowan', 'Tern');
    const requested = await submitLead(service, owner, { firstName: 'Éva', lastName: 'Öst' });
    await ask(requested);
    await submitLead(service, owner, { firstName: 'Not', lastName: 'Waiting' });
    await choose(owner, { kind: 'daily', timeZone: 'Pacific/Auckland' });
    const morning = await dueAt(owner);
    const hour = { timeZone: 'Pacific/Auckland', timeStyle: 'short', hourCycle: 'h23' } as const;
    expect(new Intl.DateTimeFormat('en', hour).format(morning)).toBe('08:00');

    await send(later(morning, -1));
    expect(mailsTo(owner)).toEqual([]);
    await send(morning);
    const [mail = ''] = mailsTo(owner);
    expect(mail).toContain('Subject: 2 waiting for you in the partner portal');
    expect(mail).toContain(`Lead R. T., next step: ${publicUrl}/leads/${lead}`);
    expect(mail).toMatch(new RegExp(`a request: ${publicUrl}/leads/${requested}`));
    expect(mail).not.toMatch(/Rowan|Tern|Éva|=C3=89va|secret|Waiting/);
    expect(await dueAt(owner)).toEqual(later(morning, 24 * 60 * minute));
    await send(later(morning, 23 * 60 * minute));
    expect(mailsTo(owner)).toHaveLength(1);
  });

  test('at once says what is new, once; nothing is sent where nothing waits', async () => {
    const owner = await newBroker();
    const old = await waitFor(owner, 'Old', 'News');
    await choose(owner, { kind: 'at-once', timeZone: 'UTC' });
    await send(await dueAt(owner));
    expect(mailsTo(owner)).toEqual([]);
    const fresh = await waitFor(owner, 'Fresh', 'News');
    await send(await dueAt(owner));
    await send(await dueAt(owner));
    expect(mailsTo(owner)).toHaveLength(1);
    expect(mailsTo(owner)[0]).toContain(fresh);
    expect(mailsTo(owner)[0]).not.toContain(old);
    await ask(old);
    await send(await dueAt(owner));
    expect(mailsTo(owner)[1]).toContain(old);
    expect(mailsTo(owner)[1]).not.toContain(fresh);
  });

  test('each is sent exactly once, however many processes send', async () => {
    const owners = await Promise.all(Array.from({ length: 12 }, newBroker));
    for (const owner of owners) {
      await waitFor(owner, 'Many', 'Processes');
      await choose(owner, { kind: 'daily', timeZone: 'UTC' });
    }
    const [first] = owners;
    if (first) await send(await dueAt(first), 6);
    expect(owners.map((owner) => mailsTo(owner).length)).toEqual(owners.map(() => 1));
  });

  test('an email that is not sent is tried again with what waits then, and given up within a day', async () => {
    const owner = await newBroker();
    await waitFor(owner, 'First', 'Try');
    await choose(owner, { kind: 'daily', timeZone: 'UTC' });
    const morning = await dueAt(owner);
    const down = 'smtp://127.0.0.1:9';
    await send(morning, 1, down);
    await send(later(morning, minute));
    expect(mailsTo(owner)).toEqual([]);
    const second = await waitFor(owner, 'Second', 'Try');
    await send(later(morning, 2 * minute));
    expect(mailsTo(owner)).toHaveLength(1);
    expect(mailsTo(owner)[0]).toContain(second);

    const tries = [];
    const next = later(morning, 24 * 60 * minute);
    let at = await dueAt(owner);
    while (at < later(next, 24 * 60 * minute)) {
      tries.push(at.getTime() - next.getTime());
      await send(at, 1, down);
      at = await dueAt(owner);
    }
    expect(tries.map((ms) => ms / minute)).toEqual([0, 2, 6, 14, 30, 62, 126, 254, 510, 1022]);
    expect(at).toEqual(later(next, 24 * 60 * minute));
  });

  test('a deactivated account gets nothing, nor one that wants nothing', async () => {
    const [gone, silent] = [await newBroker(), await newBroker()];
    for (const owner of [gone, silent]) {
      await waitFor(owner, 'Gone', 'Away');
      await choose(owner, { kind: 'daily', timeZone: 'UTC' });
    }
    const morning = await dueAt(gone);
    await choose(silent, { kind: 'off', timeZone: 'UTC' });
    expect((await service.as(silent).get('/portal/notices')).json().kind).toBe('off');
    const disabled = service.database.db.updateTable('accounts').set({ disabled_at: new Date() });
    await disabled.where('id', '=', gone.accountId).execute();
    await send(morning);
    expect([...mailsTo(gone), ...mailsTo(silent)]).toEqual([]);
  });
});
