import { act, configure, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, vi } from 'vitest';

import type { Capabilities } from '#contract/portal/accounts.ts';
import type { BrokerDetails, DuplicateLead } from '#contract/portal/new-lead/new-lead.ts';

import { fakeSession, renderPage } from './render-page.tsx';
import { stubFetch } from './stub-fetch.ts';

/**
 * The responses of the fake service, in order, and the requests that it received. Each lead request
 * takes the next response; a request with the response `lost` fails.
 */
export const service: {
  responses: (Response | Promise<Response> | 'lost')[];
  received: { method: string; key: string | null; fields: Record<string, unknown> }[];
  /** Existing leads for the same client. */
  clientLeads: DuplicateLead[];
  /** The clients that were searched for. */
  searched: object[];
  /** The stored drafts, by id. */
  drafts: Map<string, object>;
  /** The broker details of the user’s last lead. */
  brokerDetails: BrokerDetails;
} = {
  responses: [],
  received: [],
  clientLeads: [],
  searched: [],
  drafts: new Map(),
  brokerDetails: {},
};

/** Responds to the requests of the page. */
function serve(input: string, init: RequestInit): unknown {
  if (input.startsWith('/portal/drafts')) return serveDraft(input, init);
  if (input.endsWith('/attachments')) return [];
  if (input.endsWith('/stage-time')) return { stageTime: null };
  if (input === '/portal/broker-details') return service.brokerDetails;
  const { method = 'GET', headers, body } = init;
  const { fields, client } = JSON.parse(typeof body === 'string' ? body : '{}');
  if (input === '/portal/client-leads') {
    service.searched.push(client);
    return service.clientLeads;
  }
  service.received.push({ method, key: new Headers(headers).get('idempotency-key'), fields });
  const response = service.responses.shift() ?? 'lost';
  if (response === 'lost') throw new TypeError('lost');
  return response;
}

/** Stores every draft, and lists none. */
function serveDraft(input: string, { method = 'GET', body }: RequestInit): Response {
  const inPath = input.split('/')[3];
  if (method === 'GET' && inPath === undefined) return Response.json([]);
  if (method !== 'GET') {
    const { id = inPath, content } = JSON.parse(typeof body === 'string' ? body : '{}');
    const updatedAt = new Date().toISOString();
    service.drafts.set(id, { id, content, leadId: null, updatedAt });
    return Response.json(service.drafts.get(id), { headers: { etag: '"1"' } });
  }
  const draft = service.drafts.get(inPath ?? '');
  return draft
    ? Response.json(draft, { headers: { etag: '"1"' } })
    : Response.json({ error: 'No draft.', code: 'not-found' }, { status: 404 });
}

/** The response to a created lead. */
export const created = () =>
  Response.json({
    id: 'lead-1',
    fields: {
      bankStatementsUpdateLink: 'https://bank.test/lead-1',
      applicationLink: '',
      partnerLeadReferenceId: '',
    },
  });
/** Starts the fake service before each test, by default with a clock that the test can advance. */
export function startFakeService({ hasFakeClock = true } = {}): void {
  beforeEach(() => {
    Object.assign(service, { responses: [], received: [], clientLeads: [], searched: [] });
    Object.assign(service, { drafts: new Map(), brokerDetails: {} });
    stubFetch(serve);
    // As newer browsers do, returns a promise.
    vi.stubGlobal('scrollTo', async () => {});
    // Each action of a user waits for the next step of the clock.
    if (hasFakeClock)
      vi.useFakeTimers({
        shouldAdvanceTime: true,
        advanceTimeDelta: 2,
        toFake: ['setTimeout', 'clearTimeout'],
      });
  });
}

/**
 * Advances the clock until the service has received this many lead requests. A response takes real
 * time to be read, so to advance it once by the sum of all delays would pass some of them over.
 */
export async function advanceUntilReceived(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      expect(service.received).toHaveLength(count);
    },
    { timeout: 20_000 },
  );
}

/** Returns the control with this label, whether it is marked optional or not. */
export const input = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( optional)?$`));
export const button = (name: string) => screen.getByRole('button', { name });

/** Replaces the text of the control with this label. */
export async function fill(user: UserEvent, label: string, text: string) {
  // The control has the focus then.
  await user.clear(input(label));
  await user.paste(text);
}

/** Renders the page of a new lead for a broker, and fills in the required fields. */
export async function showFilled(
  page: ReactNode,
  capabilities?: Partial<Capabilities>,
): Promise<UserEvent> {
  // Does not check the visibility of a thousand elements in every query, which would take seconds.
  configure({ defaultHidden: true });
  renderPage(page, fakeSession('broker', capabilities));
  const user = userEvent.setup(
    vi.isFakeTimers() ? { advanceTimers: vi.advanceTimersByTime } : undefined,
  );
  await fill(user, 'First name', 'Morgan');
  await fill(user, 'Last name', 'Example');
  await fill(user, 'Phone', '0491 570 006');
  await fill(user, 'Company name', 'Fernbank Pty Ltd');
  return user;
}
