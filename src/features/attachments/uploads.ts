import { fileNameRule } from '#contract/v1/attachments.ts';
import { type AttachmentType, attachmentTypes } from '#contract/v1/values.ts';

import type { Examination, Examined } from './examine-file.ts';

/** A file that a user picked. */
export interface Picked {
  readonly id: string;
  readonly file: File;
  /** The type that was asked for: the file is sent as soon as it is checked. */
  readonly requestedType?: AttachmentType | undefined;
}

/** A file that can be sent, with the fields that a user may still change. */
export interface Prepared extends Picked, Examined {
  readonly type: AttachmentType;
  /** Whether the type is guessed from the name and not confirmed yet. */
  readonly isGuessed: boolean;
  /** Incremented by every change, so that a changed file gets a new idempotency key. */
  readonly revision: number;
}

/** A file in each state of its upload, with only the data known in that state. */
export type Upload =
  /** `isConfirmed`: sent as soon as the check ends without an error. */
  | (Picked & { readonly state: 'checking'; readonly isConfirmed: boolean })
  | (Picked & { readonly state: 'invalid'; readonly error: string })
  | (Prepared & { readonly state: 'ready' })
  | (Prepared & { readonly state: 'queued' })
  | (Prepared & { readonly state: 'sending'; /** From 0 to 1. */ readonly share: number })
  | (Prepared & { readonly state: 'failed'; readonly why: string })
  /** The file may have arrived, and sending it again may attach it twice: the user decides. */
  | (Prepared & { readonly state: 'unknown'; readonly why: string })
  | (Prepared & { readonly state: 'sent'; readonly attachmentId: string });

export type UploadOf<S extends Upload['state']> = Extract<Upload, { state: S }>;

/** How sending a file ended; `unknown` if the file may have arrived. */
export type Ending =
  | { readonly state: 'failed' | 'unknown'; readonly why: string }
  | { readonly state: 'sent'; readonly attachmentId: string };

export type UploadAction =
  | { readonly type: 'added'; readonly picked: readonly Picked[] }
  | { readonly type: 'examined'; readonly id: string; readonly examination: Examination }
  | { readonly type: 'renamed'; readonly id: string; readonly stem: string }
  | { readonly type: 'typed'; readonly id: string; readonly to: AttachmentType }
  | { readonly type: 'confirmed' }
  /** Everything is sent, with the files that are still being checked. */
  | { readonly type: 'all-confirmed' }
  | { readonly type: 'retried'; readonly id: string }
  | { readonly type: 'started'; readonly id: string }
  | { readonly type: 'progressed'; readonly id: string; readonly share: number }
  | { readonly type: 'cancelled'; readonly id: string }
  | ({ readonly type: 'ended'; readonly id: string } & Ending)
  | { readonly type: 'removed'; readonly id: string };

/**
 * Returns the uploads after an action. An action that no longer applies to its file's state changes
 * nothing.
 */
export function reduceUploads(uploads: readonly Upload[], action: UploadAction): readonly Upload[] {
  switch (action.type) {
    case 'added':
      return [
        ...uploads,
        ...action.picked.map((picked) => ({
          ...picked,
          state: 'checking' as const,
          isConfirmed: picked.requestedType !== undefined,
        })),
      ];
    case 'confirmed':
      return uploads.map(confirmed);
    case 'all-confirmed':
      return uploads.map((upload) =>
        upload.state === 'checking' ? { ...upload, isConfirmed: true } : confirmed(upload),
      );
    case 'removed':
      return uploads.filter((upload) => upload.id !== action.id);
    default:
      return uploads.map((upload) => (upload.id === action.id ? step(upload, action) : upload));
  }
}

type Step = Exclude<UploadAction, { type: 'added' | 'confirmed' | 'all-confirmed' | 'removed' }>;

function step(upload: Upload, action: Step): Upload {
  switch (action.type) {
    case 'examined':
      return upload.state === 'checking' ? examined(upload, action.examination) : upload;
    case 'renamed':
      return canChange(upload) ? changed(upload, { stem: action.stem }) : upload;
    case 'typed':
      return canChange(upload) ? changed(upload, { type: action.to, isGuessed: false }) : upload;
    case 'retried':
      return upload.state === 'failed' || upload.state === 'unknown' ? queued(upload) : upload;
    case 'started':
      return upload.state === 'queued' ? { ...upload, state: 'sending', share: 0 } : upload;
    case 'cancelled':
      return upload.state === 'queued' || upload.state === 'sending'
        ? { ...upload, state: 'ready' }
        : upload;
    case 'progressed':
      return upload.state === 'sending' ? { ...upload, share: action.share } : upload;
    default: {
      const { type: _, ...ending } = action;
      return upload.state === 'sending' ? { ...upload, ...ending } : upload;
    }
  }
}

function examined(
  { id, file, requestedType, isConfirmed }: UploadOf<'checking'>,
  examination: Examination,
): Upload {
  if ('error' in examination) return { id, file, state: 'invalid', error: examination.error };
  const type = requestedType ?? guessType(file.name);
  const isGuessed = requestedType === undefined;
  const fields = { ...examination, id, file, type, isGuessed, revision: 0 };
  const ready: Upload = { ...fields, state: 'ready' };
  return isConfirmed ? confirmed(ready) : ready;
}

const confirmed = (upload: Upload): Upload => (canUpload(upload) ? queued(upload) : upload);

function queued(upload: UploadOf<'ready' | 'failed' | 'unknown'>): Upload {
  return { ...upload, isGuessed: false, state: 'queued' };
}

function changed(
  upload: UploadOf<'ready' | 'failed'>,
  change: Partial<Pick<Prepared, 'stem' | 'type' | 'isGuessed'>>,
): Upload {
  return { ...upload, ...change, revision: upload.revision + 1, state: 'ready' };
}

/**
 * Returns whether name and type may still be changed: not while the file is queued, sending or
 * sent.
 */
export function canChange(upload: Upload): upload is UploadOf<'ready' | 'failed'> {
  return upload.state === 'ready' || upload.state === 'failed';
}

/**
 * Returns whether the Upload button sends the file: examined, and its name is valid. A failed file
 * has its own Retry button.
 */
export function canUpload(upload: Upload): upload is UploadOf<'ready'> {
  return upload.state === 'ready' && fileNameError(upload) === undefined;
}

/**
 * Returns whether the file would be lost by leaving: picked, and certainly not at the service yet.
 * Files that cannot be sent do not count.
 */
export const isUnsent = (upload: Upload) => !['sent', 'unknown', 'invalid'].includes(upload.state);

/**
 * Returns whether all bytes were sent, so that the file may arrive even if the request is aborted.
 */
export function isFullySent(upload: Upload | undefined): boolean {
  return upload?.state === 'sending' && upload.share === 1;
}

/** Returns the file name to send: the stem and the extension. */
export function fullName({ stem, ending }: Pick<Prepared, 'stem' | 'ending'>): string {
  return `${stem.trim()}${ending}`;
}

/** Returns the contract's error for the name. */
export function fileNameError(upload: Prepared): string | undefined {
  return upload.stem.trim() === '' ? 'Enter a name.' : fileNameRule(fullName(upload)).error;
}

/**
 * Returns the id of the control that corrects a file: its name, or the button that removes the
 * file.
 */
export const fileFieldId = ({ id }: Picked): string => `file-${id}`;

/** Maximum number of concurrent uploads. */
const atOnce = 2;

/** Returns the queued uploads that may start now. */
export function startable(uploads: readonly Upload[]): UploadOf<'queued'>[] {
  const sending = uploads.filter((upload) => upload.state === 'sending').length;
  return uploads
    .filter((upload) => upload.state === 'queued')
    .slice(0, Math.max(0, atOnce - sending));
}

const [statements, identity, image] = attachmentTypes;

/**
 * Clues to a type, most reliable first: a card's `visa-statement.pdf` is a statement. Short words
 * count only as whole words.
 */
const clues: readonly (readonly [RegExp, AttachmentType])[] = [
  [/statement|stmt|bank|transaction|account|\b(?:acct|txns?)\b/, statements],
  [/licen[cs]e|passport|driver|identi(?:ty|fication)|\b(?:id|dl|visa)\b/, identity],
  [/\.(?:png|jpe?g|webp|hei[cf])$/, image],
];

/**
 * Returns the most likely type of a file, from its name. Falls back to bank statements, the type
 * requested most often. A user confirms every guess before the file is sent.
 */
export function guessType(fileName: string): AttachmentType {
  const text = fileName
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[_\d]/g, ' ');
  return clues.find(([clue]) => clue.test(text))?.[1] ?? statements;
}
