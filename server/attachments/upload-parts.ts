import { fileNameRule } from '#contract/v1/attachments.ts';
import { choiceRule } from '#contract/v1/rules/rules.ts';
import { attachmentTypes } from '#contract/v1/values.ts';

import type { ReceivedFile, ReceivedUpload } from './receive-upload.ts';

/** One file of an upload with its type and name. */
export interface UploadedFile extends ReceivedFile {
  /** The name of the file part, where errors of the file are reported. */
  readonly part: string;
  readonly type: string;
  readonly fileName: string;
}

const partName = /^attachments\[(0|[1-9]\d{0,3})\]\[(type|fileName|file)\]$/;
const envelope = new Set(['entityType', 'entityId']);
const typeRule = choiceRule(attachmentTypes);

/**
 * Validates the parts: `entityType`, `entityId`, and for each index from 0 a type, a name and a
 * file.
 */
export function readUpload({ texts, files, repeated }: ReceivedUpload) {
  const errors = new Map<string, string>();
  const names = [...texts.keys(), ...files.keys()];
  for (const name of names)
    if (!envelope.has(name) && !partName.test(name)) errors.set(name, 'This part doesn’t exist.');
  for (const name of repeated) errors.set(name, 'Send this part once.');
  if (texts.get('entityType') !== 'LEAD') errors.set('entityType', 'Send the text LEAD.');
  if (!texts.get('entityId')) errors.set('entityId', 'Send the lead’s identifier.');

  const indices = new Set(names.flatMap((name) => partName.exec(name)?.[1] ?? []));
  const count = Math.max(1, ...[...indices].map((index) => Number(index) + 1));
  if (count > Math.max(1, indices.size))
    errors.set('attachments', 'Number the files from 0 without a gap.');
  const read = [...Array(Math.min(count, indices.size || 1)).keys()].map((index) =>
    readOne(index, texts, files, errors),
  );
  return { files: read.filter((file) => file !== undefined), errors };
}

function readOne(
  index: number,
  texts: ReceivedUpload['texts'],
  files: ReceivedUpload['files'],
  errors: Map<string, string>,
): UploadedFile | undefined {
  const part = `attachments[${index}][file]`;
  const type = validated(`attachments[${index}][type]`, typeRule, texts, errors);
  const fileName = validated(`attachments[${index}][fileName]`, fileNameRule, texts, errors);
  const file = files.get(part);
  if (!file) errors.set(part, 'Send a file here.');
  if (file?.size === 0) errors.set(part, 'This file is empty.');
  return file && { ...file, part, type, fileName };
}

function validated(
  part: string,
  rule: typeof fileNameRule,
  texts: ReceivedUpload['texts'],
  errors: Map<string, string>,
): string {
  const text = texts.get(part) ?? '';
  const result = text.trim() === '' ? { error: 'Send this as text.' } : rule(text);
  if (result.error === undefined) return result.value;
  errors.set(part, errors.get(part) ?? result.error);
  return '';
}
