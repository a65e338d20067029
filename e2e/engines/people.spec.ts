import { TOTP } from 'otpauth';

import { demoPassword, people } from '#e2e/fixtures.ts';

import { expect, test } from './fixtures.ts';
import { label, role, text } from './screen.ts';

// After signing out, and of a request that crosses the renewal of the session by the password.
test.use({ expectedNoise: /status of 401/ });

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

test('a person sets up two-step sign-in, and signs in by a code of the app', async ({
  signedIn,
}) => {
  const screen = await signedIn('otherBroker');
  await screen.goto('/profile');
  await screen.press(role('button', 'Set up an app'));
  const dialog = role('dialog', 'Confirm it’s you');
  await screen.fill(label('Password', dialog), demoPassword);
  await screen.press(role('button', 'Continue', dialog));
  await screen.shows(role('status', 'Key'));
  const [key = ''] = await screen.texts(role('status', 'Key'));
  const app = new TOTP({ secret: key.replaceAll(' ', '') });
  await screen.fill(label(/^Code/), app.generate());
  await screen.key('Enter');
  await screen.press(role('button', 'Done'));
  await screen.shows(text(/10 recovery codes left/));

  await screen.press(role('button', 'Sign out'));
  await screen.fill(label('Email'), people.otherBroker);
  await screen.fill(label('Password'), demoPassword);
  await screen.key('Enter');
  // The code of now has been used.
  await screen.fill(label(/^Code/), app.generate({ timestamp: Date.now() + 30_000 }));
  await screen.key('Enter');
  await screen.shows(role('heading', /^Good /));
});
