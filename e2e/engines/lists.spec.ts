import { expect, expectRowOpens, test } from './fixtures.ts';
import { role, text } from './screen.ts';

for (const [table, address] of [
  ['Leads', '/leads'],
  ['Deals', '/deals'],
] as const)
  test(`a click anywhere in a row of ${table} opens its record`, async ({ signedIn }) => {
    const screen = await signedIn('admin');
    await screen.goto(address);
    for (const row of [0, 7, 19]) await expectRowOpens(screen, table, row);
  });

test('a list can be paged forward and back', async ({ signedIn }) => {
  const screen = await signedIn('admin');
  await screen.shows(text(/^1–20 of \d+/));
  const firstLead = async () => (await screen.row('Leads', 0)).leadsTo;
  const first = await firstLead();
  await screen.press(role('button', 'Next page'));
  await screen.shows(text(/^21–40 of \d+/));
  await expect.poll(firstLead).not.toBe(first);
  await screen.press(role('button', 'Previous page'));
  await screen.shows(text(/^1–20 of \d+/));
  await expect.poll(firstLead).toBe(first);
});

test('a filter chosen in its menu shows only matching rows', async ({ signedIn, engine }) => {
  const screen = await signedIn('admin');
  await screen.press(role('button', 'Filter'));
  await screen.open(text('Status', role('group', 'Filter')));
  await screen.press(role('checkbox', 'Closed'));
  await expect.poll(screen.path).toBe('/leads?status=Closed');
  // On a phone the menu covers the page, and is closed by its button.
  await (engine === 'phone' ? screen.press(role('button', 'Done')) : screen.key('Escape'));
  await screen.hides(role('checkbox', 'Closed'));
  await expect
    .poll(async () =>
      (await screen.row('Leads', 0)).cells.some((cell) => cell.text.startsWith('Closed')),
    )
    .toBe(true);
  await screen.press(role('button', /^Remove filter: Status: Closed/));
  await expect.poll(screen.path).toBe('/leads');
});
