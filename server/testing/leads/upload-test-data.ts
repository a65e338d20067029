import { readdir, readlink } from 'node:fs/promises';
import path from 'node:path';

import type { LightMyRequestResponse } from 'fastify';
import { beforeEach } from 'vitest';

import { withPeople } from '#server/testing/access/with-people.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { multipart, type Part } from '#server/testing/upload-form.ts';

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
  const made = await service.as(broker).post('/api/v1/lead', { fields });
  const leadId = made.json<{ id: string }>().id;
  const get = async (url: string, { session }: Person) =>
    service.call('GET', url, { headers: session });
  return {
    broker,
    leadId,
    send: async (parts, { person = broker, headers = {} } = {}) => {
      const { payload, contentType } = await multipart(parts);
      return service
        .as(person)
        .post('/api/v1/attachment', payload, { ...headers, 'content-type': contentType });
    },
    attached: async (person = broker) => get(`/portal/leads/${leadId}/attachments`, person),
    download: async (id, person = broker) => get(`/portal/attachments/${id}/file`, person),
    view: async (id, person = broker) => get(`/portal/attachments/${id}/view`, person),
  };
}

/** Starts a service to upload to for the tests of a block, with a new lead for each. */
export function withUploads(...options: Parameters<typeof withPeople>) {
  const people = withPeople(...options);
  const testData: Partial<UploadTestData> = {};
  beforeEach(async () => void Object.assign(testData, await makeUploadTestData(people.service)));
  const folder = () => path.join(people.service.config.dataDir, 'files');
  const descriptors = '/proc/self/fd';
  return {
    ...people,
    testData: testData as UploadTestData,
    /** Returns the files that are neither stored nor discarded. */
    incoming: async () => readdir(path.join(folder(), 'incoming')).catch((): string[] => []),
    /** Returns the files that this process has open; none where the system doesn't list them. */
    openFiles: async () => {
      const names = await readdir(descriptors).catch((): string[] => []);
      const link = async (name: string) => readlink(path.join(descriptors, name)).catch(() => '');
      const links = await Promise.all(names.map(link));
      return links.filter((file) => file.startsWith(folder()));
    },
  };
}
