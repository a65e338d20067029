import { expect } from 'vitest';

import { failureError } from './failures.ts';
import type { FakeUpstream, CallerHeaders } from './upstream-test-app.ts';

/** A lead as a fake service lists it. */
export const fakeLead = {
  id: 'lead-1',
  createdAt: '2026-11-20T01:00:00.000Z',
  fields: { firstName: 'Aroha' },
};

/** A response of the portal; `error` is empty for a success. */
export interface PortalResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly error: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * Sends a request to the portal. Expects every failure to have the format of failures, and neither
 * failure nor log to contain the key, the address of the service or the name of a client.
 */
export async function requestAs(
  portal: FakeUpstream,
  caller: keyof CallerHeaders,
  path = '/api/v1/lead',
  init: RequestInit = {},
): Promise<PortalResponse> {
  const response = await fetch(portal.origin + path, {
    ...init,
    headers: {
      ...portal.headers[caller],
      ...(init.body ? { 'content-type': 'application/json' } : {}),
    },
  });
  const body = await response.text();
  const headers = Object.fromEntries(response.headers);
  expect(failureError({ statusCode: response.status, headers, body })).toBeUndefined();
  const reported = portal.log() + (response.ok ? '' : body + JSON.stringify(headers));
  const token = portal.headers.program['authorization']?.replace('Bearer ', '') ?? '';
  for (const secret of [token, new URL(portal.service.url).host, fakeLead.fields.firstName])
    expect(reported).not.toContain(secret);
  const failure: { error?: string } = response.ok ? {} : JSON.parse(body);
  return { status: response.status, headers: response.headers, error: '', ...failure };
}
