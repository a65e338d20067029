import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { madeChange } from '#src/testing/fake-bulk-change.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { Component as AuditPage } from './audit.tsx';

const entry = (action: string, id: string) => ({
  id,
  at: '2026-11-22T10:00:00.000Z',
  act: action,
  actor: { type: 'account', id: 'a1', name: 'Sam Tester' },
  partnerName: 'Harbour',
  subject: { type: 'bulk-change', id, name: null },
  details: { change: 'reassign', leads: 38, unchanged: 10, rejected: 0 },
  address: null,
});

test.each(['partner-admin', 'broker'] as const)(
  'in the audit trail, a %s undoes each change of their own that can still be undone',
  async (role) => {
    const inNine = new Date(Date.now() + 540_000).toISOString();
    stubFetch((address) => {
      const { left, ...listed } = { ...madeChange, undoUntil: inNine };
      if (address.endsWith('/undo'))
        return { ...listed, left, isUndone: true, changed: 0, undone: 38, undoUntil: null };
      if (address.endsWith('/bulk-changes')) return [listed];
      if (address.endsWith('/people')) return [];
      const entries = [
        entry('bulk-change-undone', 'b0'),
        entry('bulk-change', 'b1'),
        entry('bulk-change', 'b2'),
      ];
      return { entries, next: null };
    });
    renderPage(<AuditPage />, fakeSession(role));
    const own = await screen.findByRole('button', { name: 'Undo (9 min left)' });
    // Beside the action, not under its subject.
    expect(own.closest('th')).toHaveTextContent('Bulk change');
    expect(screen.getAllByText('Reassigned, Leads: 38, Needed no change: 10')).toHaveLength(3);
    expect(screen.queryAllByRole('combobox', { name: 'Person' })).toHaveLength(
      role === 'broker' ? 0 : 1,
    );
    await userEvent.setup().click(own);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
    expect(screen.getByRole('heading', { name: 'Audit trail' })).toHaveFocus();
  },
);
