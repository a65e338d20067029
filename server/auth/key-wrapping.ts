import { decrypt, type Decrypted, encrypt, type Keys } from './encryption.ts';

/** Encrypts the keys of files. A key service would be one more of these, and nothing else. */
export interface KeyWrapping {
  /** Returns a file’s key as it is stored: at most 240 bytes, of use for that file alone. */
  wrap(fileId: string, key: Buffer): Promise<Buffer>;
  /** Returns a file’s key from its wrapped form; undefined when it can’t be decrypted. */
  unwrap(fileId: string, wrapped: Buffer): Promise<Decrypted | undefined>;
}

/** Returns functions that encrypt the keys of files, with the first of these keys. */
export function wrapWith(keys: Keys): KeyWrapping {
  return {
    wrap: async (fileId, key) => encrypt(keys, fileId, key),
    unwrap: async (fileId, wrapped) => decrypt(keys, fileId, wrapped),
  };
}
