import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';

import { lead } from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';

import { NewLeadForClient } from './new-lead-for-client.tsx';

const { fields } = emptyResponse(lead);
const addressOf = (city: string) => ({ ...fields.businessAddress, city, country: 'Australia' });
const filled = {
  ...fields,
  firstName: 'Aroha',
  lastName: 'Moss',
  companyName: 'Kauri Joinery',
  phone: '+61491570156',
  businessAddress: addressOf('Perth'),
  amountRequested: '80000.00',
  loanPurpose: 'Equipment',
  suitableProducts: ['Business loan'],
  averageMonthlyTurnover: '20000.00',
  partnerLeadReferenceId: 'HB-17',
  notes: 'Call in May',
  partnerNotes: 'Ask for the lease',
  brokerRepId: 'contact-2',
  brokerContactName: 'Bea Harper',
};

function open(respond: (body: string) => Response) {
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => respond(body));
  const Page = () => {
    const { pathname, search } = useLocation();
    return (
      <>
        <NewLeadForClient fields={filled} />
        <output>{pathname + search}</output>
      </>
    );
  };
  renderPage(<Page />, fakeSession('broker'), '*', '/leads/lead-1');
  return userEvent.setup();
}

test('a new lead has the client and their business, and nothing of the last loan', async () => {
  const sent: { id: string; content: { texts: object } }[] = [];
  const user = open((body) => {
    sent.push(JSON.parse(body));
    return Response.json({ id: 'd', content: null, leadId: null, updatedAt: '' });
  });
  await user.click(screen.getByRole('button', { name: 'New lead for client' }));
  expect(await screen.findByText(`/leads/new?draft=${sent[0]?.id ?? ''}`)).toBeVisible();
  expect(sent[0]?.content.texts).toEqual({
    firstName: 'Aroha',
    lastName: 'Moss',
    companyName: 'Kauri Joinery',
    phone: '+61491570156',
    'businessAddress.city': 'Perth',
    'businessAddress.country': 'Australia',
  });
});

test('if no draft can be stored, the page stays and says why', async () => {
  const error = 'You have 50 drafts. Submit or discard one.';
  const user = open(() => Response.json({ error, code: 'too-many-drafts' }, { status: 409 }));
  await user.click(screen.getByRole('button', { name: 'New lead for client' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/50 drafts/);
});
