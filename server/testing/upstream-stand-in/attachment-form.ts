import { createHash } from 'node:crypto';

import type { Multipart } from '@fastify/multipart';

import { StandInError } from './records/stand-in-error.ts';

/** One attachment of an upload form. */
export interface AttachedFile {
  readonly type: string;
  readonly fileName: string;
  readonly content: { readonly size: number; readonly sha256: string };
}

export interface AttachmentForm {
  readonly entityType: string | undefined;
  readonly entityId: string;
  readonly files: readonly AttachedFile[];
}

const types = ['Bank Statements', 'Proof of Identity or ID', 'Image'];

/**
 * Reads an upload form, its parts in any order.
 * @throws {@link StandInError} 400 unless there is a file and every index from 0 has its type,
 * fileName and file.
 */
export async function readAttachmentForm(parts: AsyncIterable<Multipart>): Promise<AttachmentForm> {
  const texts = new Map<string, string>();
  const contents = new Map<string, AttachedFile['content']>();
  for await (const part of parts) {
    if (part.type === 'file') contents.set(part.fieldname, await digest(part.file));
    else texts.set(part.fieldname, String(part.value));
  }
  if (contents.size === 0) throw new StandInError(400, 'The form has no file.');
  return {
    entityType: texts.get('entityType'),
    entityId: texts.get('entityId') ?? '',
    files: Array.from({ length: contents.size }, (_, index) => {
      const [type, fileName] = ['type', 'fileName'].map((part) =>
        texts.get(`attachments[${index}][${part}]`),
      );
      const content = contents.get(`attachments[${index}][file]`);
      if (!type || !types.includes(type))
        throw new StandInError(
          400,
          `attachments[${index}][type] is not one of ${types.join(', ')}.`,
        );
      if (!fileName || !content)
        throw new StandInError(400, `attachments[${index}] has no fileName or no file.`);
      return { type, fileName, content };
    }),
  };
}

async function digest(bytes: AsyncIterable<Buffer>): Promise<AttachedFile['content']> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}
