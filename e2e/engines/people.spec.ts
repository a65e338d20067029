import { expect, test } from './fixtures.ts';
import { label, role } from './screen.ts';

test('an admin looks at a person, and filters the audit trail', async ({ signedIn }) => {
  const screen = await signedIn('admin');
  await screen.goto('/people');
  await screen.press(role('button', 'Edit Bea Harper'));
  await screen.shows(role('combobox', 'Role', role('dialog', 'Bea Harper')));
  await screen.key('Escape');
  await screen.hides(role('dialog', 'Bea Harper'));

  await screen.goto('/audit');
  await screen.shows(role('row', /Signed in.*Ada Marsh/));
  await screen.choose(label('What'), 'Virus found in a file');
  await screen.shows(role('heading', 'No entries'));
  await screen.choose(label('What'), 'Signed in');
  await screen.shows(role('row', /Signed in.*Ada Marsh/));
  expect(await screen.path()).toBe('/audit?act=sign-in');
});
