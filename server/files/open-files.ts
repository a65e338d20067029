import type { KeyWrapping } from '#server/auth/key-wrapping.ts';
import { type Config, filesFolder } from '#server/config/config.ts';

import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';

/**
 * Returns the store of attached files that is configured: a bucket, or a folder of the data folder.
 * What speaks with buckets is only loaded for one.
 */
export async function openFiles(config: Config, wrapping: KeyWrapping): Promise<FileStore> {
  const { bucket } = config.files;
  if (bucket === null) return folderStore(filesFolder(config), wrapping);
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(bucket, wrapping);
}
