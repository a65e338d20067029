import { vi } from 'vitest';

/**
 * Responds to the requests of a test by `respond`, which returns a response or its JSON. Access
 * tokens are issued here.
 */
export function stubFetch(respond: (address: string, init: RequestInit) => unknown): void {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (address === '/portal/access-token')
      return Response.json({ accessToken: 't', expiresAt: '9999-01-01T00:00:00.000Z' });
    const response = await respond(address, init);
    return response instanceof Response ? response : Response.json(response);
  });
}
