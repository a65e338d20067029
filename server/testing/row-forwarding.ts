import type { LightMyRequestResponse } from 'fastify';

import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import { storeEnteredKey } from '#server/auth/profile-keys.store.ts';

import {
  openUploadFor,
  type SentRow,
  type UploadCalls,
  uploadRow,
} from './bulk-upload-test-data.ts';
import type { DatabaseKind } from './database/databases.ts';
import { makePerson, type Person } from './people.ts';
import { startTestApp, type TestApp, testSecrets } from './test-app.ts';
import { seeded } from './upstream-stand-in/records/seed-people.ts';
import { type StandIn, startStandIn } from './upstream-stand-in/stand-in.ts';
import { longBatchTimeouts, timeouts } from './upstream-test-app.ts';

/** The requests that create a lead at the stand-in. */
export const creation = { method: 'POST', path: '/api/v1/lead' } as const;

/** A portal in front of a stand-in, with an admin who uploads files. */
export interface RowForwardingTest {
  readonly standIn: StandIn;
  readonly service: TestApp;
  readonly admin: Person;
  /** Opens and starts the upload of a file with `read` rows. */
  open(read: number, content?: string): Promise<UploadCalls>;
  reconcile(uploadId: string): Promise<LightMyRequestResponse>;
  /** Returns the references with this prefix of the leads at the stand-in. */
  references(prefix: string): Promise<readonly string[]>;
  /** Returns how many leads were sent to the stand-in. */
  sentCount(): Promise<number>;
  /** Removes failures and requests. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a portal on a fresh database in front of a stand-in. */
export async function startRowForwarding(kind: DatabaseKind): Promise<RowForwardingTest> {
  const standIn = await startStandIn();
  const service = await startTestApp(kind, {
    env: { UPSTREAM_URL: standIn.url },
    deps: { upstreamTimeouts: timeouts, batchTimeouts: longBatchTimeouts },
  });
  const { db } = service.database;
  const admin = await makePerson(db, 'partner-admin');
  await storeEnteredKey(db, testSecrets.apiKeys, admin.accountId, seeded.ada.token);
  return {
    standIn,
    service,
    admin,
    open: async (read, content) => {
      const upload = await openUploadFor(service, admin, content);
      await upload.set('submitting', read);
      return upload;
    },
    reconcile: async (id) => service.as(admin).post(`/portal/bulk-uploads/${id}/search`),
    references: async (prefix) => {
      const all = (await standIn.leads()).map(({ fields }) =>
        String(fields['partnerLeadReferenceId']),
      );
      return all.filter((reference) => reference.startsWith(prefix));
    },
    sentCount: async () =>
      (await standIn.requests()).filter(({ method }) => method === 'POST').length,
    reset: async () => {
      await standIn.clearFailures();
      await standIn.clearRequests();
    },
    close: async () => {
      await service.close();
      await standIn.close();
    },
  };
}

/** Returns valid rows with these numbers, each with a reference of this prefix and its number. */
export function rowsWith(prefix: string, first: number, last: number): SentRow[] {
  return Array.from({ length: last - first + 1 }, (_, at) =>
    uploadRow(first + at, { partnerLeadReferenceId: `${prefix}${first + at}` }),
  );
}

/** Returns totals of `read` rows; all other counts are 0. */
export function totals(read: number, reported: Partial<UploadTotals>): UploadTotals {
  return {
    read,
    submitted: 0,
    rejected: 0,
    leftOut: 0,
    blank: 0,
    unknown: 0,
    waiting: 0,
    ...reported,
  };
}
