import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { contactsQuery } from '#src/api/contacts.ts';
import { renderWithQueries } from '#src/testing/render.tsx';

import { BulkChangeDialog } from './bulk-change-dialog.tsx';

test('a missing contact is an error of the group, and the focus goes to its first choice', async () => {
  const user = userEvent.setup();
  const contacts = Array.from({ length: 9 }, (_, at) => ({
    id: `c${at}`,
    firstName: 'Contact',
    lastName: String(at),
  }));
  const selection = { ids: ['l1'] };
  renderWithQueries(<BulkChangeDialog kind="reassign" selection={selection} onClose={() => {}} />, [
    [contactsQuery.queryKey, contacts],
  ]);
  const group = screen.getByRole('radiogroup', { name: 'New contact' });
  expect(group).not.toHaveAttribute('aria-invalid');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(group).toHaveAccessibleDescription('Choose a contact.'));
  expect(group).toBeInvalid();
  expect(screen.getByRole('radio', { name: 'Contact 0' })).toHaveFocus();
  await user.keyboard(' ');
  expect(group).not.toHaveAttribute('aria-invalid');
  expect(group).toHaveAccessibleDescription('');
});
