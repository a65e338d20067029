import { demoPassword, expect, test } from '#e2e/fixtures.ts';
import { questionTitle } from '#e2e/quiet-openings.ts';
import { leadForm } from '#e2e/screens/lead-form.ts';
import { confirmPassword } from '#e2e/screens/profile.ts';
import { expectTyped } from '#e2e/type-early.ts';
import { button, inDialog, press } from '#e2e/typed-openings.ts';

test.use({ expectedNoise: /status of (409|502)/ });

test('what is typed right after a press arrives, or does nothing where there is no field', async ({
  page,
  network,
  existing,
}) =>
  expectTyped(page, network, {
    EnterKeyDialog: {
      person: 'otherAdmin',
      path: '/profile',
      // The password is asked for once.
      prepare: async () => {
        await button(page, 'Enter another API key').click();
        await confirmPassword(page, demoPassword);
        await expect(inDialog('API key')(page)).toBeFocused();
        await page.keyboard.press('Escape');
      },
      open: press('Enter another API key'),
      field: inDialog('API key'),
    },
    SubmitAsNew: {
      person: 'otherAdmin',
      path: '/leads',
      prepare: async () => {
        await page.keyboard.press('n');
        await leadForm(page).fillRequired({ firstName: 'Sasha', companyName: 'Dotterel Glass' });
        await existing.addFailure({
          kind: 'hang-up',
          method: 'POST',
          path: '/api/v1/lead',
          times: 1,
        });
        await leadForm(page).submit();
      },
      open: press('Submit as a new lead'),
      field: questionTitle,
      isForText: false,
    },
  }));
