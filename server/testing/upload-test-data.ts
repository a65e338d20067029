import { readdir, readlink } from 'node:fs/promises';
import path from 'node:path';

import type { LightMyRequestResponse } from 'fastify';

import type { DatabaseKind } from './database/databases.ts';
import { makePerson, type Person } from './people.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { multipart, type Part } from './upload-form.ts';

/** A broker with one lead, and calls for its files. */
export interface UploadTestData {
  readonly broker: Person;
  readonly leadId: string;
  send(
    parts: readonly Part[],
    options?: { person?: Person; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>;
  /** Lists the lead’s attachments, as the portal does. */
  attached(person?: Person): Promise<LightMyRequestResponse>;
  download(id: string, person?: Person): Promise<LightMyRequestResponse>;
  /** Opens a file in the browser. */
  view(id: string, person?: Person): Promise<LightMyRequestResponse>;
}

/** Makes a new lead in a running service. */
export async function makeUploadTestData(service: TestApp): Promise<UploadTestData> {
  const broker = await makePerson(service.database.db, 'broker');
  const fields = { firstName: 'A', lastName: 'B', companyName: 'C', phone: '+6490001234' };
  const made = await service.call('POST', '/api/v1/lead', {
    headers: broker.bearer,
    payload: { fields },
  });
  const leadId = made.json<{ id: string }>().id;
  const get = async (url: string, { session }: Person) =>
    service.call('GET', url, { headers: session });
  return {
    broker,
    leadId,
    send: async (parts, { person = broker, headers = {} } = {}) => {
      const { payload, contentType } = await multipart(parts);
      return service.call('POST', '/api/v1/attachment', {
        headers: { ...person.bearer, ...headers, 'content-type': contentType },
        payload,
      });
    },
    attached: async (person = broker) => get(`/portal/leads/${leadId}/attachments`, person),
    download: async (id, person = broker) => get(`/portal/attachments/${id}/file`, person),
    view: async (id, person = broker) => get(`/portal/attachments/${id}/view`, person),
  };
}

/** Starts a service to upload to, with a person of another partner and a person of support. */
export async function startUploads(kind: DatabaseKind) {
  const service = await startTestApp(kind);
  const { db } = service.database;
  const folder = path.join(service.config.dataDir, 'files');
  const incoming = path.join(folder, 'incoming');
  const descriptors = '/proc/self/fd';
  return {
    service,
    stranger: await makePerson(db, 'broker'),
    support: await makePerson(db, 'support'),
    /** Returns the files that are neither stored nor discarded. */
    incoming: async () => readdir(incoming).catch((): string[] => []),
    /** Returns the files that this process has open; none where the system doesn't list them. */
    openFiles: async () => {
      const names = await readdir(descriptors).catch((): string[] => []);
      const link = async (name: string) => readlink(path.join(descriptors, name)).catch(() => '');
      const links = await Promise.all(names.map(link));
      return links.filter((file) => file.startsWith(folder));
    },
  };
}
