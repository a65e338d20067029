import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { RowResult } from '#contract/bulk-upload/bulk-uploads.ts';
import { renderWithRoutes } from '#src/testing/render.tsx';

import { ResultsTable } from './row-results.tsx';

const submitted: RowResult = {
  row: 3,
  outcome: 'submitted',
  leadId: 'lead-3',
  bankStatementsUpdateLink: 'https://lender.test/statements',
  applicationLink: 'https://lender.test/application',
  errors: [],
  reason: '',
  reference: '',
  sentAt: null,
  client: '',
  company: '',
};

test('a submitted row links its lead and the lead’s pages, on a card too; an unknown client is empty', () => {
  renderWithRoutes(<ResultsTable rows={[submitted]} isStale={false} loading={1} />);
  const [client, , lead] = within(screen.getByRole('table')).getAllByRole('cell');
  expect(client).toBeEmptyDOMElement();
  const links = within(lead!).getAllByRole('link', { hidden: true });
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'View lead of row 3',
    'Bank statements',
    'Application',
  ]);
});
