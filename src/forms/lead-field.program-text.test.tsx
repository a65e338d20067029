import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider } from 'react-hook-form';
import { describe, expect, test } from 'vitest';

import type { LeadFieldName } from '#contract/v1/leads.ts';

import { LeadField } from './lead-field.tsx';
import { useLeadForm } from './use-lead-form.ts';

function OneField({ name }: { name: LeadFieldName }) {
  const form = useLeadForm([name]);
  return (
    <FormProvider {...form}>
      <LeadField name={name} />
    </FormProvider>
  );
}

/** Types a text into a field and leaves it. Returns the field and its user. */
async function type(name: LeadFieldName, text: string, label?: string) {
  render(<OneField name={name} />);
  const user = userEvent.setup();
  const input = screen.getByRole<HTMLInputElement>('textbox', label ? { name: label } : {});
  await user.click(input);
  await user.keyboard(text.replaceAll(/[[{]/g, '$&$&'));
  const whileTyped = screen.queryAllByRole('button');
  await user.tab();
  return { user, input, whileTyped };
}

const suggestions = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

describe('what a program left in a text', () => {
  test.each([
    ['lastName', 'O&#039;Brien', "O'Brien"],
    ['companyName', 'Smith &amp; Sons', 'Smith & Sons'],
    ['companyName', '="3M"', '3M'],
    ['driversLicenseNumber', '12345678.0', '12345678'],
    ['abn', '51824753556.0', '51 824 753 556'],
    ['notes', 'Rang.<br>Ring again.', 'Rang.\nRing again.'],
  ] as const)('%s: %s is kept, and offered as it reads once the field is left', async (...row) => {
    const [name, text, cleaned] = row;
    const { user, input, whileTyped } = await type(name, text);
    expect(whileTyped).toEqual([]);
    expect(input).not.toBeInvalid();
    expect(suggestions()).toEqual([`Read as ${cleaned.replace('\n', ' ')}?`]);
    await user.click(screen.getByRole('button'));
    expect(input).toHaveValue(cleaned);
    expect(input).toHaveFocus();
    expect(suggestions()).toEqual([]);
  });

  test.each(['NULL', 'None', 'nan', 'undefined', '[object Object]', '<NA>'])(
    '%s in an optional field is offered to be left empty',
    async (word) => {
      const { user, input } = await type('tradingName', word);
      expect(input).toHaveValue(word);
      expect(input).toHaveAccessibleDescription(
        'A program wrote this word because there was no value.',
      );
      expect(suggestions()).toEqual(['Leave empty?']);
      await user.click(screen.getByRole('button'));
      expect(input).toHaveValue('');
    },
  );

  test('is pointed out in a part of an address', async () => {
    const { user, input } = await type('businessAddress', 'R&amp;D Park', 'City optional');
    await user.click(screen.getByRole('button', { name: 'Read as R&D Park?' }));
    expect(input).toHaveValue('R&D Park');
  });

  test('is pointed out where a value is required, and nothing can be left empty', async () => {
    const { input } = await type('companyName', 'undefined');
    expect(input).toHaveAccessibleDescription(/because there was no value/);
    expect(suggestions()).toEqual([]);
  });

  test.each([
    ['lastName', 'Null'],
    ['lastName', 'None'],
    ['firstName', 'Nan'],
    ['companyName', 'AT&T; Co'],
    ['companyName', 'Fish &chips; Ltd'],
    ['tradingName', 'none'],
  ] as const)('is nothing in %s: %s', async (name, text) => {
    const { input } = await type(name, text);
    expect(input).toHaveValue(text);
    expect(input).not.toHaveAccessibleDescription(/program|codes/);
    expect(suggestions()).toEqual([]);
  });
});
