import { describe, expect, test } from 'vitest';

import type { Endpoint } from '#contract/endpoint.ts';
import { namedKeyEndpoints } from '#contract/portal/api-keys.ts';
import { attachmentEndpoints } from '#contract/portal/attachments.ts';
import { bulkChangeEndpoints } from '#contract/portal/bulk-changes.ts';
import { dealListEndpoints } from '#contract/portal/deal-list.ts';
import { dealEndpoints } from '#contract/portal/deals.ts';
import { exportEndpoints } from '#contract/portal/exports.ts';
import { followUpEndpoints } from '#contract/portal/follow-ups.ts';
import { historyEndpoints } from '#contract/portal/history.ts';
import { homeEndpoints, todoEndpoints } from '#contract/portal/home.ts';
import { leadListEndpoints } from '#contract/portal/lead-list.ts';
import { listCountEndpoints } from '#contract/portal/list-counts.ts';
import { liveEndpoints } from '#contract/portal/live/live.ts';
import { duplicateLeadEndpoints } from '#contract/portal/new-lead/new-lead.ts';
import { noticeEndpoints } from '#contract/portal/notices.ts';
import { outcomeEndpoints } from '#contract/portal/outcomes.ts';
import { managedAccountEndpoints } from '#contract/portal/people/managed-accounts.ts';
import { questionEndpoints } from '#contract/portal/questions.ts';
import { requestEndpoints } from '#contract/portal/requests.ts';
import { searchEndpoints } from '#contract/portal/search.ts';
import { stageTimeEndpoints } from '#contract/portal/stage-times.ts';
import { unreadEndpoints } from '#contract/portal/unread.ts';
import { uploadLinkEndpoints } from '#contract/portal/upload-links.ts';
import { viewEndpoints } from '#contract/portal/views.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import type { ErrorCode } from '#contract/v1/errors.ts';
import { deadCredentials } from '#server/testing/access/access-credentials.ts';
import { web } from '#server/testing/access/portal-endpoints.ts';
import { registeredRoutes } from '#server/testing/access/registered-routes.ts';
import { started } from '#server/testing/access/with-people.ts';
import { failureError } from '#server/testing/failures.ts';
import { json, startFakeService } from '#server/testing/fake-service.ts';
import { makePerson } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const operations: readonly Endpoint[] = Object.values(v1);

describe('access in front of an existing service', () => {
  const service = started(async () => startFakeService(json([])));
  const portal = started(async () =>
    startTestApp('PostgreSQL', { env: { UPSTREAM_URL: service.url } }),
  );
  const support = started(async () => makePerson(portal.database.db, 'support'));
  const dead = started(async () => deadCredentials(portal));

  const ask = async ({ method, path }: Endpoint, headers: Readonly<Record<string, string>>) => {
    const url = path.replace(':id', 'lead-1');
    const response = await portal.call(method, url, { headers: { ...headers } });
    expect(failureError(response)).toBeUndefined();
    const { code } = response.json<{ code?: ErrorCode }>();
    return [response.statusCode, code];
  };

  test('the endpoints are those of the contract, except those that need the portal’s own records', () => {
    const notThere: readonly Endpoint[] = [
      ...Object.values(attachmentEndpoints),
      ...Object.values(bulkChangeEndpoints),
      ...Object.values(dealEndpoints),
      ...Object.values(dealListEndpoints),
      ...Object.values(duplicateLeadEndpoints),
      ...Object.values(exportEndpoints),
      ...Object.values(followUpEndpoints),
      historyEndpoints.readDealHistory,
      ...Object.values(homeEndpoints),
      ...Object.values(leadListEndpoints),
      ...Object.values(listCountEndpoints),
      ...Object.values(liveEndpoints),
      ...Object.values(namedKeyEndpoints),
      managedAccountEndpoints.addIntegration,
      ...Object.values(noticeEndpoints),
      ...Object.values(questionEndpoints),
      ...Object.values(outcomeEndpoints),
      ...Object.values(requestEndpoints),
      ...Object.values(uploadLinkEndpoints),
      ...Object.values(searchEndpoints),
      ...Object.values(stageTimeEndpoints),
      ...Object.values(todoEndpoints),
      ...Object.values(unreadEndpoints),
      ...Object.values(viewEndpoints),
    ];
    const described = [...operations, ...Object.values<Endpoint>(web)]
      .filter((endpoint) => !notThere.includes(endpoint))
      .flatMap(({ method, path, alsoAt = [] }) =>
        [path, ...alsoAt].map((address) => `${method} ${address}`),
      );
    const routes = registeredRoutes(portal.app).filter((route) => !route.startsWith('HEAD '));
    const openToAll = [
      'GET /healthz',
      'GET /readyz',
      'GET /metrics',
      'GET /api/docs',
      'GET /api/v1/openapi.json',
    ];
    expect(routes.toSorted()).toEqual([...described, ...openToAll].toSorted());
  });

  test.each(operations)(
    '$id without valid credentials is 401 and not forwarded',
    async (endpoint) => {
      for (const [name, credentials] of Object.entries(dead.bearer))
        expect(await ask(endpoint, credentials), name).toEqual([
          401,
          credentials['authorization']?.startsWith('Bearer ') ? 'invalid-token' : 'missing-token',
        ]);
      expect(service.requests).toEqual([]);
    },
  );

  test.each(operations.filter(({ roles }) => !roles.includes('support')))(
    '$id as support is 403 and not forwarded',
    async (endpoint) => {
      expect(await ask(endpoint, support.bearer)).toEqual([403, 'no-access']);
      expect(service.requests).toEqual([]);
    },
  );
});
