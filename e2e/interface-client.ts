/**
 * A partner's own client of the interface, written from the specification alone: it imports nothing of the product,
 * so that what it can do, any partner's program can.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // What an outside program knows of a body: nothing until it looks.
  readonly body: unknown;
}

export interface UploadedFile {
  readonly type: string;
  readonly fileName: string;
  readonly content: Buffer;
}

/** The seven operations, as the specification's endpoint table has them. */
export function interfaceClient(baseUrl: string, apiToken: string) {
  const send = async (method: string, path: string, json?: unknown): Promise<Answer> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiToken}`, 'Content-Type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return answerOf(response);
  };
  return {
    readLead: (id: string) => send('GET', `/lead/${id}`),
    listLeads: (page: number, pageSize: number) =>
      send('GET', `/lead?page=${page}&pageSize=${pageSize}`),
    createLead: (fields: object) => send('POST', '/lead', { fields }),
    updateLead: (id: string, fields: object) => send('PATCH', `/LEAD/${id}`, { fields }),
    readDeal: (id: string) => send('GET', `/deal/${id}`),
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
      return answerOf(
        await fetch(`${baseUrl}/api/v1/attachment`, { method: 'POST', headers, body: form }),
      );
    },
  };
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, body: await response.json() };
}
