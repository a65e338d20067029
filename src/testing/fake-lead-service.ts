import type { Lead } from '#contract/v1/lead-records.ts';
import type { LeadUpdateFields } from '#contract/v1/leads.ts';

import { stubFetch } from './stub-fetch.ts';

/** A service with one lead: its latest state, its requests, and the error it rejects with. */
export interface FakeLeadService {
  latest: Lead;
  /** The fields of each update, and the version that it is of. */
  readonly sent: [LeadUpdateFields, string | null][];
  /** The responses to the next updates; after them, each is accepted. */
  rejections: Response[];
}

/** Gives a test a service with this lead, whose version is 2. */
export function fakeLeadService(lead: Lead): FakeLeadService {
  const service: FakeLeadService = { latest: lead, sent: [], rejections: [] };
  stubFetch((_address, { method, headers, body }) => {
    if (method === 'PATCH') {
      const { fields } = JSON.parse(typeof body === 'string' ? body : '') as {
        fields: LeadUpdateFields;
      };
      service.sent.push([fields, new Headers(headers).get('if-match')]);
      const rejection = service.rejections.shift();
      if (rejection) return rejection;
    }
    return Response.json(service.latest, { headers: { etag: '"2"' } });
  });
  return service;
}
