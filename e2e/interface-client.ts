import type { Page } from '@playwright/test';

/**
 * A partner's own API client, written from the specification alone: it imports nothing from the
 * product, so any partner's program can do the same.
 */
export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  // Unknown to an outside program until inspected.
  readonly body: unknown;
}

export interface UploadedFile {
  readonly type: string;
  readonly fileName: string;
  readonly content: Buffer;
}

/** The seven operations of the specification's endpoint table. */
export function interfaceClient(baseUrl: string, apiToken: string) {
  const send = async (method: string, path: string, json?: unknown): Promise<ClientResponse> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiToken}`, 'Content-Type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return responseOf(response);
  };
  return {
    readLead: (id: string) => send('GET', `/lead/${id}`),
    listLeads: (page: number, pageSize: number) =>
      send('GET', `/lead?page=${page}&pageSize=${pageSize}`),
    createLead: (fields: object) => send('POST', '/lead', { fields }),
    updateLead: (id: string, fields: object) => send('PATCH', `/LEAD/${id}`, { fields }),
    readDeal: (id: string) => send('GET', `/deal/${id}`),
    /** Sends this query for a list as it is. */
    list: (recordType: 'lead' | 'deal', query: string) => send('GET', `/${recordType}${query}`),
    listDeals: (page: number, pageSize: number) =>
      send('GET', `/deal?page=${page}&pageSize=${pageSize}`),
    attach: async (leadId: string, files: readonly UploadedFile[]) => {
      const form = new FormData();
      form.set('entityType', 'LEAD');
      form.set('entityId', leadId);
      for (const [index, file] of files.entries()) {
        form.set(`attachments[${index}][type]`, file.type);
        form.set(`attachments[${index}][fileName]`, file.fileName);
        form.set(
          `attachments[${index}][file]`,
          new Blob([new Uint8Array(file.content)]),
          file.fileName,
        );
      }
      const headers = { Authorization: `Bearer ${apiToken}` };
      return responseOf(
        await fetch(`${baseUrl}/api/v1/attachment`, { method: 'POST', headers, body: form }),
      );
    },
  };
}

/** Returns a client that acts for the person who is signed in on the page. */
export async function interfaceClientOf(page: Page, url: string) {
  const response = await page.request.post(`${url}/portal/access-token`);
  const { accessToken } = (await response.json()) as { accessToken: string };
  return interfaceClient(url, accessToken);
}

async function responseOf(response: Response): Promise<ClientResponse> {
  return { status: response.status, headers: response.headers, body: await response.json() };
}
