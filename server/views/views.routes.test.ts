import { describe, expect, it } from 'vitest';

import { type View, viewLimits } from '#contract/portal/views.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { insertListedLeads } from '#server/testing/leads/listed-leads.ts';
import { makePerson, type Person } from '#server/testing/people.ts';

describe('views of lists', () => {
  const { service, broker, admin, stranger, support } = withPeople();

  const call = async (
    person: Person,
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
  ) =>
    service.call(method, `/portal/${path}`, {
      headers: person.session,
      ...(payload && { payload }),
    });
  const list = async (person: Person) => (await call(person, 'GET', 'views')).json<View[]>();
  const namesOf = async (person: Person) => (await list(person)).map(({ name }) => name);
  const fields = { list: 'leads', query: '', isShared: false, isPinned: false };
  const save = async (person: Person, view: object) => {
    const response = await call(person, 'POST', 'views', { ...fields, ...view });
    expect(response.statusCode).toBe(200);
    return response.json<View>();
  };

  it('have filters and order, without page, search words and what is not valid', async () => {
    const query =
      'status=New&status=Nonsense&statusBefore=P14D&q=Ngata&page=3&sort=amountRequested';
    const { id, ...saved } = await save(broker, { name: ' Old ones ', query });
    expect(saved).toEqual({
      list: 'leads',
      name: 'Old ones',
      query: 'statusBefore=P14D&sort=amountRequested',
      isShared: false,
      canChange: true,
      isPinned: false,
    });
    const renamed = await call(broker, 'PATCH', `views/${id}`, { name: 'Older', query: 'q=x' });
    expect(renamed.json()).toMatchObject({ name: 'Older', query: '' });
    expect((await call(broker, 'DELETE', `views/${id}`)).statusCode).toBe(200);
    expect(await namesOf(broker)).not.toContain('Older');
  });

  it('of a list have different names', async () => {
    const { id } = await save(broker, { name: 'Calls' });
    const again = await call(broker, 'POST', 'views', { ...fields, name: ' calls' });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toEqual({
      error: 'You already have a view of leads named “calls”. Choose another name.',
      code: 'name-in-use',
    });
    const others = [
      await save(broker, { name: 'Calls', list: 'deals' }),
      await save(broker, { name: 'Other calls' }),
    ];
    const rename = async (name: string) =>
      (await call(broker, 'PATCH', `views/${others[1]?.id}`, { name })).statusCode;
    expect(await rename('CALLS')).toBe(409);
    expect(await rename('Other calls')).toBe(200);
    for (const view of [{ id }, ...others]) await call(broker, 'DELETE', `views/${view.id}`);
  });

  it('have names that an admin who renames a colleague’s does not learn', async () => {
    const owner = await makePerson(service.database.db, 'partner-admin');
    const colleague = await makePerson(service.database.db, 'partner-admin', owner.partnerId);
    await save(owner, { name: 'Private' });
    const { id } = await save(owner, { name: 'Ours', isShared: true });
    const renamed = await call(colleague, 'PATCH', `views/${id}`, { name: 'Private' });
    expect(renamed.statusCode).toBe(409);
    expect(renamed.json()).toMatchObject({ error: 'Its owner has another view with this name.' });
  });

  it('are their owner’s alone, or of all people of the partner and nobody else', async () => {
    await save(broker, { name: 'Mine' });
    const { id } = await save(admin, { name: 'Ours', isShared: true, isPinned: true });
    expect(await namesOf(broker)).toEqual(['Mine', 'Ours']);
    expect(await namesOf(admin)).toEqual(['Ours']);
    expect(await namesOf(stranger)).toEqual([]);
    expect(await namesOf(support)).toEqual([]);
    const shared = (await list(broker)).find((view) => view.id === id);
    expect(shared).toMatchObject({ isShared: true, canChange: false, isPinned: false });

    for (const method of ['PATCH', 'DELETE'] as const)
      expect((await call(broker, method, `views/${id}`, { name: 'Mine' })).statusCode).toBe(403);
    expect((await call(broker, 'PUT', `views/${id}/pin`, { isPinned: true })).json()).toMatchObject(
      { isPinned: true },
    );
    await call(admin, 'PATCH', `views/${id}`, { isShared: false });
    expect(await namesOf(broker)).toEqual(['Mine']);
    await call(admin, 'PATCH', `views/${id}`, { isShared: true });
    expect((await list(broker)).find((view) => view.id === id)?.isPinned).toBe(false);
    expect((await list(admin)).find((view) => view.id === id)?.isPinned).toBe(true);
  });

  it('are shared by partner admins only', async () => {
    for (const person of [broker, support]) {
      const response = await call(person, 'POST', 'views', {
        ...fields,
        name: 'For all',
        isShared: true,
      });
      expect(response.statusCode).toBe(403);
      const { id } = await save(person, { name: 'For me' });
      expect((await call(person, 'PATCH', `views/${id}`, { isShared: true })).statusCode).toBe(403);
    }
  });

  it('count what the reader may see, up to the limit', async () => {
    const { db } = service.database;
    const person = await makePerson(db, 'partner-admin');
    const colleague = await makePerson(db, 'broker', person.partnerId);
    await insertListedLeads(db, person, viewLimits.total + 5);
    await insertListedLeads(db, colleague, 3, () => ({ status: 'Closed' }));
    const query = `status=New&brokerId=${person.partnerId}`;
    const many = await save(person, { name: 'New', query, isPinned: true, isShared: true });
    const few = await save(person, { name: 'Ended', query: 'status=Closed', isPinned: true });
    await save(person, { name: 'Not pinned' });
    await call(colleague, 'PUT', `views/${many.id}/pin`, { isPinned: true });
    expect((await call(person, 'GET', 'view-counts')).json()).toEqual([
      { id: few.id, total: 3 },
      { id: many.id, total: viewLimits.total + 1 },
    ]);
    expect((await call(colleague, 'GET', 'view-counts')).json()).toEqual([
      { id: many.id, total: 0 },
    ]);
  });

  it('have columns; those that a person chose last are theirs, for each list', async () => {
    const query = 'columns=status.phone&group=waitingOn&sort=amount';
    expect(await save(broker, { list: 'deals', name: 'Wide', query })).toMatchObject({
      query: 'sort=amount&columns=status.phone&group=waitingOn',
    });
    const chosen = async () => (await call(broker, 'GET', 'session')).json().columns;
    const choose = async (of: string, columns: string) =>
      call(broker, 'PUT', 'list-columns', { list: of, columns });
    expect(await chosen()).toBeUndefined();
    await choose('leads', 'status.company');
    await choose('deals', 'amount');
    await choose('leads', 'company.phone');
    expect(await chosen()).toEqual({ leads: ['company', 'phone'], deals: ['amount'] });
    await choose('leads', '');
    expect(await chosen()).toEqual({ deals: ['amount'] });
    expect((await choose('leads', 'a..b')).json()).toHaveProperty('fields.columns');
  });

  it('that showed deals as a board are grouped by status, stored and sent by any version', async () => {
    const query = 'sort=amount&view=board&columns=status.phone';
    const current = 'sort=amount&columns=status.phone&group=status';
    const sent = await save(broker, { list: 'deals', name: 'Sent', query });
    const { id } = await save(broker, { list: 'deals', name: 'Stored' });
    const { db } = service.database;
    await db.updateTable('views').set({ query }).where('id', '=', id).execute();
    const views = (await list(broker)).filter((view) => [sent.id, id].includes(view.id));
    expect(views.map((view) => view.query)).toEqual([current, current]);
    // No list of leads was a board.
    expect(await save(broker, { name: 'Leads', query: 'view=board' })).toMatchObject({ query: '' });
  });

  it('are limited in number', async () => {
    const person = await makePerson(service.database.db, 'support');
    const saved = [];
    for (let number = 0; number < viewLimits.pinned; number += 1)
      saved.push(await save(person, { name: `No ${number}`, isPinned: true }));
    const more = { ...fields, name: 'One more', isPinned: true };
    const rejected = await call(person, 'POST', 'views', more);
    expect(rejected.json()).toMatchObject({ code: 'too-many-views' });
    expect(await list(person)).toHaveLength(viewLimits.pinned);
    await call(person, 'PUT', `views/${saved[0]?.id}/pin`, { isPinned: false });
    expect((await call(person, 'POST', 'views', more)).statusCode).toBe(200);
  });

  it.each([{ name: '' }, { name: 'a\nb' }, { name: 'x'.repeat(61) }, { list: 'people' }])(
    'reject %o, naming the field',
    async (wrong) => {
      const response = await call(broker, 'POST', 'views', { ...fields, name: 'Fine', ...wrong });
      expect(response.statusCode).toBe(400);
      expect(Object.keys(response.json().fields)).toEqual(Object.keys(wrong));
    },
  );
});
