import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider } from 'react-hook-form';
import { describe, expect, test } from 'vitest';

import { leadFieldNames, type LeadFieldName } from '#contract/v1/leads.ts';
import { formatPhone } from '#src/lib/values/number-formats.ts';
import { ProvideCurrencies } from '#src/ui/elements/provide-currencies.tsx';

import { LeadField } from './lead-field.tsx';
import { toFormValues, leadControls } from './lead-values.ts';
import { useLeadForm } from './use-lead-form.ts';

function Fields({
  names,
  read,
}: {
  names: readonly LeadFieldName[];
  read: Record<string, unknown> | undefined;
}) {
  const form = useLeadForm(names, read && toFormValues(read));
  return (
    <FormProvider {...form}>
      {names.map((name) => (
        <LeadField key={name} name={name} />
      ))}
      <output>{JSON.stringify(form.watch(names))}</output>
    </FormProvider>
  );
}

function show(
  names: readonly LeadFieldName[],
  read?: Record<string, unknown>,
  currency: string | null = null,
) {
  render(
    <ProvideCurrencies currencies={{ usual: currency, byPartner: {} }}>
      <Fields names={names} read={read} />
    </ProvideCurrencies>,
  );
  return userEvent.setup();
}

const input = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

test('every field of a lead has its control, whose id is its path', () => {
  show(leadFieldNames);
  for (const { path } of leadControls()) expect(document.getElementById(path)).not.toBeNull();
});

test('countries are suggested once the country of an address is focused', async () => {
  const user = show(['businessAddress']);
  await user.click(screen.getByLabelText(/^Country/));
  expect(screen.getByRole('option', { name: 'New Zealand', hidden: true })).toBeInTheDocument();
});

describe('a number', () => {
  test.each(['50000', '50 000.00'])(
    '%s is taken as it is typed, and shown in groups when the field is left',
    async (text) => {
      const user = show(['amountRequested']);
      await user.type(input(/Amount/), text);
      await user.tab();
      expect(input(/Amount/)).toHaveValue('50,000');
      expect(input(/Amount/)).not.toBeInvalid();
      expect(screen.getByRole('status')).toHaveTextContent('"50000"');
    },
  );

  test('pasted with its sign is taken at once, and repeated in the currency of the partner', async () => {
    const user = show(['amountRequested'], undefined, 'AUD');
    await user.click(input(/Amount/));
    await user.paste('A$50,000');
    expect(input(/Amount/)).toHaveValue('50,000');
    expect(input(/Amount/)).not.toBeInvalid();
    expect(input(/Amount/)).toHaveAccessibleDescription('A$50,000');
  });

  test.each([
    ['£50,000', 'Use digits only, without a currency sign, commas or spaces.', '50,000'],
    ['1.5k', 'Did you mean 1,500?', '1,500'],
  ])(
    '%s pasted has an error and a suggestion that the keyboard reaches',
    async (text, error, shown) => {
      const user = show(['amountRequested']);
      await user.click(input(/Amount/));
      await user.paste(text);
      expect(input(/Amount/)).toHaveAccessibleDescription(error);
      await user.tab();
      expect(screen.getByRole('button', { name: `Use ${shown}` })).toHaveFocus();
      await user.keyboard('{Enter}');
      expect(input(/Amount/)).toHaveFocus();
      expect(input(/Amount/)).toHaveValue(shown);
    },
  );

  test('that can be two numbers is left to the person', async () => {
    const user = show(['amountRequested']);
    await user.type(input(/Amount/), '1.234');
    await user.tab();
    expect(input(/Amount/)).toHaveValue('1.234');
    expect(input(/Amount/)).toBeInvalid();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('with cents, as the record has it, has no error until it is changed', async () => {
    const user = show(['amountRequested'], { amountRequested: '1200.50' });
    await user.click(input(/Amount/));
    await user.tab();
    expect(input(/Amount/)).not.toBeInvalid();
    await user.type(input(/Amount/), '5');
    expect(input(/Amount/)).toHaveAccessibleDescription('Use a whole number, without cents.');
  });
});

describe('a phone', () => {
  test('a national number becomes an international one when the field loses the focus', async () => {
    const user = show(['phone', 'email']);
    await user.keyboard('{Tab}0412 345 678');
    expect(input(/Phone/)).toHaveValue('0412 345 678');
    await user.tab();
    expect(input(/Email/)).toHaveFocus();
    expect(input(/Phone/)).toHaveValue('+61 412 345 678');
    expect(input(/Phone/)).not.toBeInvalid();
  });

  test('an international number sets the country; choosing another country changes the code', async () => {
    const user = show(['phone']);
    const country = screen.getByRole('combobox', { name: 'Phone: country' });
    expect(country).toHaveValue('AU');
    await user.click(input(/Phone/));
    await user.paste('+64 21 123 4567');
    expect(country).toHaveValue('NZ');
    await user.selectOptions(country, 'SG');
    expect(input(/Phone/)).toHaveValue('+65 211 234 567');
  });

  test('a number valid in Australia and in New Zealand has a suggestion for each, until a country is chosen', async () => {
    const user = show(['phone']);
    await user.type(input(/Phone/), '02 9374 4000');
    await user.tab();
    expect(screen.getByRole('combobox', { name: 'Phone: country' })).toHaveFocus();
    expect(input(/Phone/)).toHaveValue('02 9374 4000');
    expect(input(/Phone/)).toHaveAccessibleDescription(
      'This number could be from several countries. Choose one.',
    );
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Use +61 2 9374 4000 (Australia)',
      'Use +64 29 374 4000 (New Zealand)',
    ]);
    await user.click(screen.getByRole('button', { name: /New Zealand/ }));
    expect(input(/Phone/)).toHaveValue('+64 29 374 4000');
    expect(input(/Phone/)).not.toBeInvalid();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Phone: country' }), 'AU');
    await user.clear(input(/Phone/));
    await user.type(input(/Phone/), '02 9374 4001');
    await user.tab();
    expect(input(/Phone/)).toHaveValue('+61 2 9374 4001');
  });

  test('a second number is read in the country of the first one', async () => {
    const user = show(['phone', 'secondaryPhone']);
    await user.type(input(/^Phone/), '+65 6123 4567');
    expect(screen.getByRole('combobox', { name: 'Secondary phone: country' })).toHaveValue('SG');
    await user.type(input(/^Secondary/), '6123 4568');
    await user.tab();
    expect(input(/^Secondary/)).toHaveValue('+65 6123 4568');
  });

  test('a phone written anew is read in the country of the one before', async () => {
    const user = show(['phone'], { phone: '+6561234567' });
    await user.clear(input(/Phone/));
    await user.type(input(/Phone/), '6123 4568');
    await user.tab();
    expect(input(/Phone/)).toHaveValue('+65 6123 4568');
  });

  test('a number of another country is left as it was typed', async () => {
    const user = show(['phone']);
    await user.type(input(/Phone/), '0011 64 21 123 4567.0');
    await user.tab();
    expect(input(/Phone/)).toHaveValue('0011 64 21 123 4567.0');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('a number with (0) has an error and a suggestion', async () => {
    const user = show(['phone']);
    await user.type(input(/Phone/), '+44 (0)20 7946 0018');
    await user.tab();
    expect(input(/Phone/)).toHaveAccessibleDescription(/Leave out the \(0\)/);
    await user.click(screen.getByRole('button', { name: 'Use +442079460018' }));
    expect(input(/Phone/)).toHaveAccessibleDescription('+44 20 7946 0018');
  });

  test('a number is described in the format of the record', async () => {
    const user = show(['phone']);
    await user.type(input(/Phone/), '+442079460123');
    expect(input(/Phone/)).toHaveAccessibleDescription(formatPhone('+442079460123'));
    await user.clear(input(/Phone/));
    await user.type(input(/Phone/), '+49301234567');
    expect(input(/Phone/)).toHaveAccessibleDescription(formatPhone('+49301234567'));
  });

  test('a number that looks too short has a warning, not an error', async () => {
    const user = show(['phone']);
    await user.type(input(/Phone/), '+61 412 345');
    await user.tab();
    expect(input(/Phone/)).not.toBeInvalid();
    expect(input(/Phone/)).toHaveAccessibleDescription(/looks too short for Australia/);
  });
});

describe('a full name in First name', () => {
  test.each(['', 'Smith'])('can be split with a suggestion if Last name is “%s”', async (last) => {
    const user = show(['firstName', 'lastName'], { lastName: last });
    await user.type(input(/First name/), 'Mary Smith');
    await user.click(
      screen.getByRole('button', { name: 'Use Mary as first name and Smith as last name' }),
    );
    expect(input(/First name/)).toHaveValue('Mary');
    expect(input(/Last name/)).toHaveValue('Smith');
    expect(input(/Last name/)).toHaveFocus();
  });

  test('has no suggestion if Last name is another name', async () => {
    const user = show(['firstName', 'lastName']);
    await user.type(input(/First name/), 'Mary Ann');
    await user.type(input(/Last name/), 'Smith');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(input(/First name/)).not.toBeInvalid();
  });
});

test('several choices can be selected and cleared', async () => {
  const user = show(['suitableProducts'], { suitableProducts: ['Business Loan', 'Old product'] });
  const box = (name: string) => screen.getByRole('checkbox', { name });
  expect(box('Old product')).toBeChecked();
  await user.click(box('LOC'));
  await user.click(box('Business Loan'));
  expect(box('LOC')).toBeChecked();
  expect(box('Business Loan')).not.toBeChecked();
});
