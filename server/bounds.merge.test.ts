import { beforeAll, describe, expect, test } from 'vitest';

import { withService } from '#server/testing/access/with-people.ts';
import { endpointCalls } from '#server/testing/bounds/endpoint-calls.ts';
import { largestRequests } from '#server/testing/bounds/largest-requests.ts';
import { failureError } from '#server/testing/failures.ts';
import { httpCaller } from '#server/testing/http-calls.ts';

const maxErrorBytes = 64 * 1024;
// Of successful responses: a large request may have a large response.
const maxRatio = 10;
const maxFields = 100;
// Long enough for everything that depends on the number of values; `npm run bench:bounds` sends the
// largest bodies, and measures the time.
const maxBytes = 200_000;

describe('the largest requests', () => {
  let origin: string;
  const service = withService('PostgreSQL', { deps: { requestsPerMinute: Infinity } });
  beforeAll(async () => {
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  });

  test('to every endpoint are answered by at most 10 times as much, errors in the one form and in 64 KiB with 100 fields', async () => {
    const http = httpCaller(origin);
    const wrong: string[] = [];
    for (const call of await endpointCalls(service))
      for (const { name, path, headers, body } of largestRequests(call, maxBytes)) {
        const { method } = call.endpoint;
        const sent = { method, path, headers: { ...headers, ...call.credentials } };
        // The service can end the connection before a multipart body is complete.
        const response = await http.call({ ...sent, ...(body && { body }) }).catch(() => undefined);
        if (!response) continue;
        const bytes = Buffer.byteLength(response.body);
        const sentBytes = path.length + (body?.length ?? 0);
        if (response.statusCode < 400) {
          if (bytes > Math.max(maxErrorBytes, maxRatio * sentBytes))
            wrong.push(`${call.name}, ${name}: ${bytes} bytes for ${sentBytes}`);
          continue;
        }
        const { fields = {} } = JSON.parse(response.body) as { fields?: object };
        const isWithin =
          response.statusCode < 500 &&
          failureError(response) === undefined &&
          bytes <= maxErrorBytes &&
          Object.keys(fields).length <= maxFields;
        if (!isWithin)
          wrong.push(
            `${call.name}, ${name}: ${response.statusCode} ${response.body.slice(0, 200)}`,
          );
      }
    http.close();
    expect(wrong).toEqual([]);
  });
});
