import { expect, test } from 'vitest';

import { paths } from './paths.ts';

test('returns the link to every page', () => {
  const id = 'a/b ?c';
  expect({
    start: paths.start(),
    home: paths.home(),
    signIn: paths.signIn(),
    leads: paths.leads(),
    leadsSearched: paths.leads(new URLSearchParams({ page: '2', q: 'café & co' })),
    newLead: paths.newLead(),
    drafts: paths.drafts(),
    bulkChanges: paths.bulkChanges(),
    bulkChange: paths.bulkChange(id),
    lead: paths.lead(id),
    deals: paths.deals(''),
    dealsSearched: paths.deals('page=3'),
    deal: paths.deal(id),
    bulkUpload: paths.bulkUpload(),
    bulkUploadOne: paths.bulkUploadOne(id),
    profile: paths.profile(),
  }).toEqual({
    start: '/',
    home: '/home',
    signIn: '/sign-in',
    leads: '/leads',
    leadsSearched: '/leads?page=2&q=caf%C3%A9+%26+co',
    newLead: '/leads/new',
    drafts: '/leads/drafts',
    bulkChanges: '/leads/changes',
    bulkChange: '/leads/changes/a%2Fb%20%3Fc',
    lead: '/leads/a%2Fb%20%3Fc',
    deals: '/deals',
    dealsSearched: '/deals?page=3',
    deal: '/deals/a%2Fb%20%3Fc',
    bulkUpload: '/bulk-upload',
    bulkUploadOne: '/bulk-upload/a%2Fb%20%3Fc',
    profile: '/profile',
  });
});
