import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { button, service, showFilled, startFakeService } from '#src/testing/new-lead-page.tsx';
import { fakeSession } from '#src/testing/render-page.tsx';

import { Component } from './new-lead.tsx';

startFakeService();

const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString();

test('points out a lead for the same client, with a link and when it was submitted', async () => {
  const lead = { id: 'lead-7', client: 'Morgan Example, Fernbank', createdAt: threeDaysAgo };
  service.clientLeads = [{ reason: 'phone', lead }];
  await showFilled(<Component />, fakeSession('broker'));
  const link = await screen.findByRole('link', { name: lead.client });
  expect(link).toHaveAttribute('href', '/leads/lead-7');
  expect(link.closest('li')).toHaveTextContent(
    'Morgan Example, Fernbank, submitted 3 days ago, with the same phone',
  );
  screen.getByText('You already have a lead for this client');
});

test('of a colleague’s lead only says that there is one, and tells the admin on request', async () => {
  service.clientLeads = [{ reason: 'client', lead: null }];
  const user = await showFilled(<Component />, fakeSession('broker'));
  await screen.findByText('Your company already has a lead with this name and company');
  await user.click(button('Tell my admin'));
  expect(
    await screen.findByText('Your admin will see this on their home page'),
  ).toBeInTheDocument();
  expect(button('Submit lead')).toBeEnabled();
});

test('searches nothing where the service has no leads of its own', async () => {
  service.clientLeads = [{ reason: 'client', lead: null }];
  await showFilled(<Component />, fakeSession('broker', { duplicateLeads: false }));
  await screen.findByText(/^Saved /);
  expect(screen.queryByText(/^Your company already/)).not.toBeInTheDocument();
});
