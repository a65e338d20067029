import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { credentials, type Credentials } from '#contract/portal/sign-in.ts';
import { ServiceError } from '#src/api/service-error.ts';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { ShortForm, useTextForm } from './short-form.tsx';

type Submit = (values: Credentials) => Promise<unknown>;

function Example({ onSubmit, dialog }: { onSubmit: Submit; dialog?: () => void }) {
  const form = useTextForm(credentials);
  return (
    <ShortForm
      form={form}
      submitLabel="Save"
      pendingText="Saving"
      failureTitle="Couldn’t save"
      retyped="password"
      {...(dialog && { dialog: { title: 'Who are you?', onClose: dialog } })}
      onSubmit={onSubmit}
    >
      <TextInput {...form.control('email')} label="Email" />
      <TextInput {...form.control('password')} label="Password" />
    </ShortForm>
  );
}

function show(onSubmit: Submit, dialog?: () => void) {
  render(<Example onSubmit={onSubmit} {...(dialog && { dialog })} />);
  return {
    user: userEvent.setup(),
    email: screen.getByLabelText('Email'),
    password: screen.getByLabelText<HTMLInputElement>('Password'),
    save: screen.getByRole('button', { name: 'Save' }),
  };
}

/** Types an email, and a password with the keys after it. */
async function typeAnd(keys: string, ...shown: Parameters<typeof show>) {
  const form = show(...shown);
  await form.user.type(form.email, 'ann@harbour.test');
  await form.user.type(form.password, keys);
  return form;
}

/** Returns an error as the API client throws it. */
const serviceError = (message: string, fields?: Record<string, string>) =>
  new ServiceError(400, 'invalid-fields', message, { fields });

test('every empty field has its error, and the first takes the focus', async () => {
  const onSubmit = vi.fn<Submit>();
  const { user, email, password, save } = show(onSubmit);
  await user.click(save);
  expect(email).toHaveAccessibleDescription('Enter your email.');
  expect(password).toHaveAccessibleDescription('Enter your password.');
  expect(email).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('the service’s error is shown at its field, which takes the focus to be typed again', async () => {
  const error = serviceError('Wrong.', { password: 'This is not your password.' });
  const { user, password, save } = await typeAnd('wrong', () => Promise.reject(error));
  await user.click(save);
  await waitFor(() => expect(password).toHaveAccessibleDescription('This is not your password.'));
  expect(password).toHaveFocus();
  expect([password.selectionStart, password.selectionEnd]).toEqual([0, 5]);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an error of no field is shown above the fields, until the next attempt', async () => {
  const onSubmit = vi
    .fn<Submit>()
    .mockRejectedValueOnce(serviceError('The service is busy.'))
    .mockResolvedValueOnce(undefined);
  const { user, password } = await typeAnd('right{Enter}', onSubmit);
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t saveThe service is busy.');
  expect(password).toHaveFocus();
  await user.type(password, '{Enter}');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test.each([
  ['too-many-failed-attempts', 'Too many failed attempts'],
  ['too-many-requests', 'Too many requests'],
] as const)('%s: the wait is shown, and nothing is sent before it is over', async (code, title) => {
  const error = new ServiceError(429, code, 'Wait 9 seconds.', { retryAfterMs: 9_000 });
  const onSubmit = vi.fn<Submit>().mockRejectedValue(error);
  const { user, save } = await typeAnd('wrong{Enter}', onSubmit);
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(/Try again in \d seconds?\./)).toBeVisible();
  await user.click(save);
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('another service that is busy is no failed attempt: its message is shown', async () => {
  const message = 'Harbour CRM is busy. Nothing was saved.';
  const error = new ServiceError(429, 'upstream-busy', message, { retryAfterMs: 9_000 });
  const onSubmit = vi.fn<Submit>().mockRejectedValue(error);
  const { user, save } = await typeAnd('right{Enter}', onSubmit);
  expect(await screen.findByRole('alert')).toHaveTextContent(`Couldn’t save${message}`);
  await user.click(save);
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test('while the form is being sent, pressing again sends nothing more', async () => {
  const sent = Promise.withResolvers<void>();
  const onSubmit = vi.fn<Submit>(() => sent.promise);
  const { user, save } = await typeAnd('right{Enter}{Enter}', onSubmit);
  await user.dblClick(save);
  expect(save).toHaveAttribute('aria-busy', 'true');
  sent.resolve();
  await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
    email: 'ann@harbour.test',
    password: 'right',
  });
});

test('in a dialog its buttons are in the footer, and Cancel closes it', async () => {
  const onClose = vi.fn<() => void>();
  const onSubmit = vi.fn<Submit>();
  const { user, save } = await typeAnd('right', onSubmit, onClose);
  expect(screen.getByRole('dialog', { name: 'Who are you?' })).toContainElement(save);
  await user.click(save);
  expect(onSubmit).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});
