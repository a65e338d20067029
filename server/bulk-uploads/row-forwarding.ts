import type { Caller } from '#server/plugins/caller.ts';
import type { StoredKeys } from '#server/upstream/upstream-key.ts';
import type { UpstreamClient } from '#server/upstream/upstream.client.ts';

import { lockUpload, setState, type UploadRow } from './bulk-uploads.store.ts';
import type { SendThrottle } from './send-throttle.ts';

/** The service behind the portal, where rows become leads. */
export interface RowForwarding extends StoredKeys {
  readonly client: UpstreamClient;
  readonly pace: SendThrottle;
}

/** Rows of one upload on their way there, by whose key. */
export interface Forwarding extends RowForwarding {
  readonly caller: Caller;
  readonly token: string;
  readonly upload: UploadRow;
}

/** Pauses an upload of which no further row would arrive, wherever it is looked at. */
export async function pauseUpload({ db, upload: { id } }: Forwarding): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const upload = await lockUpload(tx, id);
    if (upload?.state !== 'submitting') return;
    await setState(tx, id, { state: 'paused', read: upload.read, isEnd: false });
  });
}
