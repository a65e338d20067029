import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import { lead } from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';

import { LeadView } from './lead-view.tsx';

test('a converted lead has one link to its deal, and shows the id of the deal among its facts', () => {
  const empty = emptyResponse(lead);
  const record = { ...empty, id: 'l1', fields: { ...empty.fields, convertedDealId: 'deal-1' } };
  render(
    <MemoryRouter>
      <LeadView
        isSupport={false}
        stageTime={null}
        changed={new Set()}
        lead={{ record, etag: undefined, absent: [] }}
        extra={{}}
        may={{ edit: false, reassign: false }}
        attachments={null}
        history={null}
      />
    </MemoryRouter>,
  );
  const deal = screen.getByRole('link', { name: /deal/i });
  expect(deal).toHaveTextContent('Open deal');
  expect(deal).toHaveAttribute('href', '/deals/deal-1');
  expect(screen.getByText('deal-1')).toBeInTheDocument();
});
