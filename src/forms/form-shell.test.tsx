import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { describe, expect, test, vi } from 'vitest';

import type { LeadFieldName } from '#contract/v1/leads.ts';
import { ServiceError } from '#src/api/service-error.ts';
import { renderWithRoutes } from '#src/testing/render.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { FormShell, ErrorSummary } from './form-shell.tsx';
import { LeadField } from './lead-field.tsx';
import { toFormValues, leadControls, type LeadFormValues } from './lead-values.ts';
import { useLeadForm } from './use-lead-form.ts';

const names: LeadFieldName[] = ['firstName', 'lastName', 'amountRequested', 'businessAddress'];
const morgan = toFormValues({ firstName: 'Morgan', lastName: 'Example' });

type Submit = (values: LeadFormValues) => Promise<unknown>;

function Edit({ onSubmit }: { onSubmit: Submit }) {
  const form = useLeadForm(names, morgan);
  return (
    <>
      <FormShell
        form={form}
        label="Edit lead"
        controls={leadControls(names)}
        submitLabel="Save changes"
        pendingText="Saving"
        loss="Your changes are not saved yet."
        onSubmit={onSubmit}
      >
        {names.map((name) => (
          <LeadField key={name} name={name} />
        ))}
      </FormShell>
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  );
}

function show(onSubmit: Submit) {
  renderWithRoutes(<Edit onSubmit={onSubmit} />);
  return { user: userEvent.setup(), save: screen.getByRole('button', { name: 'Save changes' }) };
}

/** Returns an error as the API client throws it. */
function serviceError(message: string, fields?: Record<string, string>): Error {
  return new ServiceError(400, 'invalid-fields', message, { fields });
}

const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

describe('errors', () => {
  test('are listed in one summary, which takes the focus and links to each field', async () => {
    const onSubmit = vi.fn<Submit>();
    const { user, save } = show(onSubmit);
    await user.clear(input('Last name'));
    await user.type(input('Amount requested optional'), '£50,000');
    await user.click(save);

    const summary = screen.getByRole('alert');
    expect(summary).toHaveFocus();
    expect(summary).toHaveTextContent('There are 2 things to correct');
    const address = location.href;
    await user.click(within(summary).getByRole('link', { name: 'Last name: Enter a last name.' }));
    expect(input('Last name')).toHaveFocus();
    expect(location.href).toBe(address);
    expect(input('Last name')).toHaveAccessibleDescription('Enter a last name.');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('leave the summary as they are fixed, and do not return to it while typing', async () => {
    const { user, save } = show(vi.fn<Submit>());
    await user.clear(input('Last name'));
    await user.click(save);
    await user.type(input('Last name'), 'E');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.clear(input('Last name'));
    expect(input('Last name')).toHaveFocus();
    expect(input('Last name')).toBeInvalid();
  });

  test('of the service are shown at their fields, in a part of an address too', async () => {
    const { user, save } = show(() =>
      Promise.reject(
        serviceError('There is 1 thing to correct.', { 'businessAddress.city': 'No such city.' }),
      ),
    );
    await user.type(input('City optional'), 'Atlantis');
    await user.click(save);
    const link = await screen.findByRole('link', { name: 'Business address: City: No such city.' });
    await user.click(link);
    expect(input('City optional')).toHaveFocus();
    expect(input('City optional')).toHaveValue('Atlantis');
    expect(input('City optional')).toHaveAccessibleDescription('No such city.');
  });

  test('of no field are shown above the footer, and the form can be sent again', async () => {
    const onSubmit = vi
      .fn<Submit>()
      .mockRejectedValueOnce(serviceError('Someone else changed this lead.'))
      .mockResolvedValueOnce(undefined);
    const { user, save } = show(onSubmit);
    await user.click(save);
    expect(await screen.findByRole('alert')).toHaveTextContent('Someone else changed this lead.');
    await user.click(save);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  test('of ours are reported, and the user sees a plain sentence', async () => {
    const report = vi.fn<(error: unknown) => void>();
    vi.stubGlobal('reportError', report);
    const { user, save } = show(() => Promise.reject(new TypeError('x is undefined')));
    await user.click(save);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on this page');
    expect(report).toHaveBeenCalledOnce();
  });
});

test('while the form is being sent, pressing again sends nothing more', async () => {
  const sent = Promise.withResolvers<void>();
  const onSubmit = vi.fn<Submit>(() => sent.promise);
  const { user, save } = show(onSubmit);
  // Twice before a render, then by mouse and by Enter.
  act(() => {
    for (const _ of 'xx') save.closest('form')?.requestSubmit();
  });
  await user.tripleClick(save);
  await user.type(input('First name'), '{Enter}');
  expect(save).toHaveAttribute('aria-busy', 'true');
  sent.resolve();
  await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'));
  expect(onSubmit).toHaveBeenCalledOnce();
});

describe('leaving', () => {
  test('a changed form shows a dialog, and after "Stay" it has what was typed', async () => {
    const { user } = show(vi.fn<Submit>());
    await user.type(input('First name'), 'a');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave this page?' });
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(input('First name')).toHaveValue('Morgana');

    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);

    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
  });

  test('a saved form shows no dialog', async () => {
    const { user, save } = show(() => Promise.resolve());
    await user.type(input('First name'), 'a');
    await user.click(save);
    await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'));
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

test('a field is validated on the click of a button, not on the press before it, which would move the button away', async () => {
  const { user, save } = show(vi.fn<Submit>());
  await user.type(input('Amount requested optional'), '£50,000');
  await user.pointer({ keys: '[MouseLeft>]', target: save });
  expect(screen.queryByText(/Use digits only/)).not.toBeInTheDocument();
  await user.pointer({ keys: '[/MouseLeft]', target: save });
  expect(await screen.findByRole('alert')).toHaveTextContent('Amount requested: Use digits only');
});

const errors = [
  { fieldId: 'phone', text: 'Phone: start with + and the country code' },
  { fieldId: 'amount', text: 'Amount requested: digits only' },
];

function Form({ attempt, shown = errors }: { attempt: number; shown?: typeof errors }) {
  return (
    <>
      <ErrorSummary attempt={attempt} errors={shown} />
      <TextInput label="Phone" name="phone" error="Start with + and the country code" />
      <TextInput label="Amount requested" name="amount" />
    </>
  );
}

test('takes the focus at each attempt, and only then', async () => {
  const { rerender } = render(<Form attempt={1} />);
  expect(screen.getByRole('alert')).toHaveFocus();
  expect(screen.getByRole('heading')).toHaveTextContent('There are 2 things to correct');

  await userEvent.tab();
  rerender(<Form attempt={1} shown={errors.slice(0, 1)} />);
  expect(screen.getByRole('alert')).not.toHaveFocus();
  expect(screen.getByRole('heading')).toHaveTextContent('There is 1 thing to correct');

  rerender(<Form attempt={2} />);
  expect(screen.getByRole('alert')).toHaveFocus();
});
