import { expect, test } from 'vitest';

import type { ServerRenderInput } from '#contract/portal/first-page/first-page.ts';
import { lead } from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import { emptyHome, todoOf, waitingDeal } from '#src/testing/home-page.ts';
import { fakeSession } from '#src/testing/render-page.tsx';

import { homeAddress, renderOnServer } from './server-render.tsx';

const empty = emptyResponse(lead);
const record = {
  ...empty,
  id: 'l1',
  createdAt: '2026-03-01T12:30:00Z',
  fields: {
    ...empty.fields,
    firstName: '<img src=x onerror=alert(1)>',
    lastName: 'Brook',
    amountRequested: '1234567.00',
    status: 'New',
  },
};

const list = {
  headers: { 'content-type': 'application/json', 'x-total-count': '1' },
  body: JSON.stringify([record]),
};
const input: ServerRenderInput = {
  address: '/leads',
  session: { ...fakeSession('broker'), currencies: { usual: 'EUR', byPartner: {} } },
  languages: ['de'],
  timeZone: undefined,
  portalName: 'Northbank partners',
  now: Date.parse('2026-03-02T14:00:00Z'),
};

function render(changes: Partial<ServerRenderInput> = {}): HTMLElement {
  const html = renderOnServer({
    ...input,
    ...(!changes.address?.startsWith('/home') && { list }),
    ...changes,
  });
  expect(html).not.toMatch(/ style=|<title|<script/);
  document.body.innerHTML = html;
  return document.body;
}

test('renders the page with its rows, in the language of the reader', () => {
  const page = render();
  const link = page.querySelector('tbody th > a');
  expect(link).toHaveAttribute('href', '/leads/l1');
  expect(link).toHaveTextContent('<img src=x onerror=alert(1)> Brook');
  expect(page.querySelector('nav a[aria-current]')).toHaveTextContent('Leads');
  expect(page.querySelector('tbody')).toHaveTextContent('1.234.567 €');
  expect(render({ languages: ['en'] })).toHaveTextContent('€1,234,567');
});

test('renders placeholders where the records are not those of the address', () => {
  const rows = (page: HTMLElement) => page.querySelectorAll('tbody tr[aria-hidden]').length;
  expect(rows(render({ address: '/leads?q=brook' }))).toBe(20);
  const session = fakeSession('broker', { maxPageSize: 10 });
  expect(rows(render({ session }))).toBe(10);
});

test('renders a page of deals', () => {
  const none = { headers: { 'x-total-count': '0' }, body: '[]' };
  expect(render({ address: '/deals', list: none })).toHaveTextContent('No deals yet');
});

test('renders the home page with its placeholders, or with what waits on the reader’s day', () => {
  const page = render({ address: '/home' });
  expect(page.querySelector('h1')).toHaveTextContent(/^Good /);
  expect(page.querySelector('nav a[aria-current]')).toHaveTextContent('Home');
  expect(page).not.toHaveTextContent('Waiting on you');
  const home = { headers: {}, body: JSON.stringify({ ...emptyHome, ...todoOf(waitingDeal) }) };
  expect(render({ address: '/home', timeZone: 'Pacific/Auckland', home })).toHaveTextContent(
    /Waiting on you.*Kauri Joinery/,
  );
});

test('the home page is requested as its browser will, if its time zone is known', () => {
  const at = { ...input, address: '/home', now: Date.parse('2026-03-01T14:00:00Z') };
  const read = (timeZone: string | undefined) => homeAddress({ ...at, timeZone }) ?? '';
  expect(read(undefined)).toBe('');
  expect(read('UTC')).toMatch(/^\/portal\/home\?week=.*&today=2026-03-01$/);
  const support = fakeSession('support');
  const address = '/home?partner=p1';
  expect(homeAddress({ ...at, address, session: support, timeZone: 'UTC' })).toMatch(
    /partnerId=p1$/,
  );
  expect(read('UTC')).not.toContain('partnerId');
});
