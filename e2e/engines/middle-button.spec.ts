import { expectTabs, test } from './fixtures.ts';

test('a press with the middle button opens a tab, anywhere in a row', async ({ signedIn }) => {
  const screen = await signedIn('admin');
  const { cells } = await screen.row('Leads', 2);
  await expectTabs(screen, cells, { button: 'middle' });
});
