import type { KeyWrapping } from '#server/auth/key-wrapping.ts';
import { readSecrets } from '#server/auth/secrets.ts';
import { type Config, filesFolder } from '#server/config/config.ts';

import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';

/**
 * Returns the store of attached files that is configured: a bucket, or a folder of the data folder.
 * Without `wrapping`, their keys are encrypted with the portal secret. What speaks with buckets is
 * only loaded for one.
 */
export async function openFiles(config: Config, wrapping?: KeyWrapping): Promise<FileStore> {
  const { bucket } = config.files;
  const keys = wrapping ?? (await readSecrets(config)).fileKeys;
  if (bucket === null) return folderStore(filesFolder(config), keys);
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(bucket, keys);
}
