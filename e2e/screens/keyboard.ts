import type { Locator, Page } from '@playwright/test';

/** More controls than any page has from one end to the other. */
const maxTabs = 200;

/** What somebody does who has only a keyboard. */
export function keyboard(page: Page) {
  const press = async (key: string) => page.keyboard.press(key);
  return {
    press,
    type: async (text: string) => page.keyboard.type(text),
    /** Presses Tab, or Shift+Tab, until the control has the focus. */
    tabTo: async (control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
      for (let tabs = 0; tabs < maxTabs; tabs += 1) {
        await press(key);
        if (await control.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`${key} does not reach ${String(control)}.`);
    },
  };
}
