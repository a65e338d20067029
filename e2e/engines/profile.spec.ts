import { demoPassword } from '#e2e/fixtures.ts';

import { expect, test } from './fixtures.ts';
import { label, role } from './screen.ts';

// After signing out, and of a request that crosses the renewal of the session by the password.
test.use({ expectedNoise: /status of 401/ });

test('the API key is shown after the password is confirmed, and hidden again', async ({
  signedIn,
}) => {
  const screen = await signedIn('broker');
  await screen.goto('/profile');
  const key = role('status', 'API key');
  await screen.shows(key);
  const [masked] = await screen.texts(key);
  await screen.press(role('button', 'Show API key'));
  const dialog = role('dialog', 'Confirm it’s you');
  await screen.fill(label('Password', dialog), demoPassword);
  await screen.press(role('button', 'Continue', dialog));
  await screen.shows(role('button', 'Hide API key'));
  const [shown] = await screen.texts(key);
  expect(shown).toMatch(/^\S{40,}$/);
  await screen.press(role('button', 'Hide API key'));
  await screen.shows(role('button', 'Show API key'));
  expect(await screen.texts(key)).toEqual([masked]);
});

test('the theme can be chosen, and remains after a reload', async ({ signedIn }) => {
  const screen = await signedIn('broker');
  await screen.goto('/profile');
  // On a phone the switch is below the page, whose sections move it while they load.
  await screen.shows(role('status', 'API key'));
  const colour = async () =>
    screen.engine.run('return getComputedStyle(document.body).backgroundColor');
  await screen.press(role('radio', 'Light'));
  await expect.poll(colour).toBe('rgb(250, 250, 249)');
  await screen.press(role('radio', 'Dark'));
  await expect.poll(colour).toBe('rgb(18, 19, 21)');
  await screen.goto('/leads');
  await expect.poll(colour).toBe('rgb(18, 19, 21)');
});

test.describe('signing out', () => {
  test('ends the session', async ({ signedIn }) => {
    const screen = await signedIn('broker');
    await screen.goto('/profile');
    // As above: the button is below it.
    await screen.shows(role('status', 'API key'));
    await screen.press(role('button', 'Sign out'));
    await screen.shows(role('button', 'Sign in'));
    await screen.goto('/leads');
    await screen.shows(role('button', 'Sign in'));
  });
});
