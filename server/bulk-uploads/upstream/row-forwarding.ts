import type { Caller } from '#server/auth/caller.ts';
import { lockUpload, setState, type UploadRow } from '#server/bulk-uploads/bulk-uploads.store.ts';
import type { UpstreamClient } from '#server/upstream/client/upstream.client.ts';
import type { StoredKeys } from '#server/upstream/keys/upstream-key.ts';

import type { SendThrottle } from './send-throttle.ts';

/** The means to send rows to the upstream service, which creates the leads. */
export interface RowForwarding extends StoredKeys {
  readonly client: UpstreamClient;
  readonly throttle: SendThrottle;
  readonly batchTimeouts: BatchTimeouts;
}

/** How long the parts of one batch take at most, in milliseconds. */
export interface BatchTimeouts {
  /** How long new groups are started: short enough for the person to see progress. */
  readonly sendingMs: number;
  /** How long one reconciliation takes. */
  readonly searchMs: number;
}

/**
 * Together with the last group (send-row.ts) this is less than the browser's timeout
 * (src/api/client.ts).
 */
export const batchTimeouts: BatchTimeouts = { sendingMs: 4_000, searchMs: 10_000 };

/** The forwarding of one upload's rows, with the caller's key. */
export interface Forwarding extends RowForwarding {
  readonly caller: Caller;
  readonly token: string;
  readonly upload: UploadRow;
}

/**
 * Pauses an upload none of whose remaining rows would arrive, so that every window shows it as
 * paused.
 */
export async function pauseUpload({ db, upload: { id } }: Forwarding): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const upload = await lockUpload(tx, id);
    if (upload?.state !== 'submitting') return;
    await setState(tx, id, { state: 'paused', read: upload.read, isEnd: false });
  });
}
