import { expectTabs, test } from './fixtures.ts';

test('a press with Control opens a tab, anywhere beside the link of a row', async ({
  signedIn,
}) => {
  const screen = await signedIn('admin');
  const { cells } = await screen.row('Leads', 2);
  await expectTabs(screen, cells.slice(1), { control: true });
});
