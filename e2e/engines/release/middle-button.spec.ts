import { expectTabs, test } from '#e2e/engines/fixtures.ts';

test('a middle-click anywhere in a row opens a new tab', async ({ signedIn }) => {
  const screen = await signedIn('admin');
  const { cells } = await screen.row('Leads', 2);
  await expectTabs(screen, cells, { button: 'middle' });
});
