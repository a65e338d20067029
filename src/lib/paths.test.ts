import { expect, test } from 'vitest';

import { paths } from './paths.ts';

const id = 'a/b ?c';

test.each([
  [paths.start(), '/'],
  [paths.home(), '/home'],
  [paths.signIn(), '/sign-in'],
  [paths.leads(), '/leads'],
  [
    paths.leads(new URLSearchParams({ page: '2', q: 'café & co' })),
    '/leads?page=2&q=caf%C3%A9+%26+co',
  ],
  [paths.newLead(), '/leads/new'],
  [paths.drafts(), '/leads/drafts'],
  [paths.bulkChanges(), '/leads/changes'],
  [paths.bulkChange(id), '/leads/changes/a%2Fb%20%3Fc'],
  [paths.lead(id), '/leads/a%2Fb%20%3Fc'],
  [paths.deals(''), '/deals'],
  [paths.deals('page=3'), '/deals?page=3'],
  [paths.deal(id), '/deals/a%2Fb%20%3Fc'],
  [paths.bulkUpload(), '/bulk-upload'],
  [paths.bulkUploadOne(id), '/bulk-upload/a%2Fb%20%3Fc'],
  [paths.people(), '/people'],
  [paths.profile(), '/profile'],
  [paths.audit('act=bulk-change'), '/audit?act=bulk-change'],
])('the link %s is %s', (link, address) => {
  expect(link).toBe(address);
});
