import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider } from 'react-hook-form';
import { describe, expect, test } from 'vitest';

import { LeadField } from './lead-field.tsx';
import { useLeadForm } from './use-lead-form.ts';

function OneField({ name }: { name: 'phone' | 'email' }) {
  const form = useLeadForm([name]);
  return (
    <FormProvider {...form}>
      <LeadField name={name} />
    </FormProvider>
  );
}

/** Pastes a text into a field and leaves it. Returns the field and its user. */
async function paste(name: 'phone' | 'email', text: string) {
  render(<OneField name={name} />);
  const user = userEvent.setup();
  const input = screen.getByRole('textbox');
  await user.click(input);
  await user.paste(text);
  await user.tab();
  return { user, input };
}

describe('what programs add to a phone or an email', () => {
  test.each([
    ['phone', '="+61 412 345 678"', ['Use +61 412 345 678 (Australia)']],
    [
      'phone',
      '+61 412 345 678 ::: +61 2 9374 4000',
      ['Use +61 412 345 678 (Australia)', 'Use +61 2 9374 4000 (Australia)'],
    ],
    [
      'phone',
      '+61 412 345 678 ::: none ::: +61 2 9374 4000 ::: +61 2 9374 4001',
      [
        'Use +61 412 345 678 (Australia)',
        'Use +61 2 9374 4000 (Australia)',
        'Use +61 2 9374 4001 (Australia)',
      ],
    ],
    ['phone', '+61 61 412 345 678', ['Use +61412345678']],
    ['email', 'mailto:ann@kauri.test', ['Use ann@kauri.test']],
    ['email', 'ann@kauri.test (work)', ['Use ann@kauri.test']],
    [
      'email',
      'ann@kauri.test ::: office@kauri.test',
      ['Use ann@kauri.test', 'Use office@kauri.test'],
    ],
    [
      'email',
      'a@kauri.test ::: none ::: b@kauri.test ::: c@kauri.test',
      ['Use a@kauri.test', 'Use b@kauri.test', 'Use c@kauri.test'],
    ],
  ] as const)('%s %s pasted is offered without it', async (name, text, offered) => {
    const { user, input } = await paste(name, text);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(offered);
    await user.click(screen.getByRole('button', { name: offered[0] }));
    expect(input).not.toBeInvalid();
  });

  test('of several phones only that is said: nothing of the digits of one', async () => {
    const { input } = await paste('phone', '+61 412 345 678 ::: +61 2 9374 4000 ::: see notes');
    expect(input).toHaveAccessibleDescription('Enter one phone number, not several.');
  });

  test('marks of direction around a phone are left out', async () => {
    const { input } = await paste('phone', '\u202A+61 412 345 678\u202C');
    expect(input).not.toBeInvalid();
  });
});
