import { describe, expect, test } from 'vitest';

import { byCommand } from '#server/auth/origin.ts';
import { setManaging } from '#server/cli/account-commands.ts';
import { assertErasable, eraseAccount } from '#server/erasure/erase-account.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { confirmPassword, makePartner, makePerson, type Person } from '#server/testing/people.ts';

import { setOperatorRight } from './change-account.ts';

/** How often each race is run: without locks, nearly every one leaves nobody. */
const rounds = 5;

describe.each(databases)('of the last who manage accounts, on %s, somebody remains', (kind) => {
  const service = withService(kind);

  const confirm = async (person: Person) => confirmPassword(service.database.db, person);
  const change = async (by: Person, other: Person, changed: object) =>
    (await service.as(by).patch(`/portal/accounts/${other.accountId}`, changed)).statusCode;
  const isManager = async ({ accountId }: Person) => {
    const account = service.database.db.selectFrom('accounts').selectAll();
    const row = await account.where('id', '=', accountId).executeTakeFirstOrThrow();
    const manages = row.role === 'partner-admin' || row.manages_accounts;
    return manages && row.disabled_at === null;
  };
  const countManagers = async (people: readonly Person[]) =>
    (await Promise.all(people.map(isManager))).filter(Boolean).length;

  async function twoAdmins() {
    const { id } = await makePartner(service.database.db);
    const admins = await Promise.all(
      [1, 2].map(async () => makePerson(service.database.db, 'partner-admin', id)),
    );
    await Promise.all(admins.map(confirm));
    return admins as [Person, Person];
  }

  /** Two of support with the operator’s right. */
  async function twoOperators() {
    const { db } = service.database;
    await db.updateTable('accounts').set({ manages_accounts: false }).execute();
    const operators = [await makePerson(db, 'support'), await makePerson(db, 'support')] as const;
    for (const operator of operators) {
      await setOperatorRight(db, operator.accountId, true, byCommand);
      await confirm(operator);
    }
    return operators;
  }

  test.each([[{ role: 'broker' }], [{ isActive: false }]])(
    'if two admins change each other at once to %j',
    async (changed) => {
      for (let round = 0; round < rounds; round += 1) {
        const [one, other] = await twoAdmins();
        const codes = await Promise.all([change(one, other, changed), change(other, one, changed)]);
        expect(await countManagers([one, other])).toBe(1);
        // The second is refused: by then their session has ended, or their right.
        expect(codes.filter((code) => code < 300)).toHaveLength(1);
        expect(codes.filter((code) => code === 401 || code === 403)).toHaveLength(1);
      }
    },
  );

  test('if two operators deactivate each other at once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = await twoOperators();
      const changed = { isActive: false };
      await Promise.all([change(one, other, changed), change(other, one, changed)]);
      expect(await countManagers([one, other])).toBe(1);
    }
  });

  test('if one is erased while the other is demoted', async () => {
    const { db } = service.database;
    const erase = async ({ accountId: id, contactId }: Person) =>
      db.transaction().execute(async (tx) => {
        await assertErasable(tx, { id, contactId });
        await eraseAccount(tx, { id, contactId });
      });
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = await twoAdmins();
      await makePerson(db, 'broker', one.partnerId ?? undefined);
      await Promise.allSettled([change(one, other, { role: 'broker' }), erase(one)]);
      expect(await countManagers([one, other])).toBe(1);
    }
  });

  test('if two commands take the operator’s right from both', async () => {
    const { db } = service.database;
    for (let round = 0; round < rounds; round += 1) {
      const both = await twoOperators();
      const taken = both.map(async ({ email }) => setManaging(db, email, false));
      const results = await Promise.allSettled(taken);
      expect(await countManagers(both)).toBe(1);
      const rejected = results.filter(({ status }) => status === 'rejected');
      expect(rejected).toMatchObject([
        { reason: { message: expect.stringContaining('keeps the right') as string } },
      ]);
    }
  });
});
