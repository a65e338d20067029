import { fileNameRule } from '#contract/v1/attachments.ts';
import type { AttachmentType } from '#contract/v1/values.ts';

import { guessType } from './attachment-type.ts';
import type { Examination, Examined } from './examine-file.ts';

/** A file somebody picked. */
export interface Picked {
  readonly id: string;
  readonly file: File;
}

/** A file that can go, with what a person may still change. */
export interface Prepared extends Picked, Examined {
  readonly type: AttachmentType;
  /** The type comes from the name and nobody has confirmed it yet. */
  readonly isGuessed: boolean;
  /** Raised by every change, so that a changed file is never taken for a repeated one. */
  readonly revision: number;
}

/** Each file on its way, with what is known at that point and nothing else. */
export type Upload =
  | (Picked & { readonly state: 'checking' })
  | (Picked & { readonly state: 'invalid'; readonly error: string })
  | (Prepared & { readonly state: 'ready' })
  | (Prepared & { readonly state: 'queued' })
  | (Prepared & { readonly state: 'sending'; /** From 0 to 1. */ readonly share: number })
  | (Prepared & { readonly state: 'failed'; readonly why: string })
  /** It may have arrived, and to send it again may attach it twice: that is for the person to decide. */
  | (Prepared & { readonly state: 'unknown'; readonly why: string })
  | (Prepared & { readonly state: 'sent'; readonly attachmentId: string });

export type UploadOf<S extends Upload['state']> = Extract<Upload, { state: S }>;

export type UploadAction =
  | { readonly type: 'added'; readonly picked: readonly Picked[] }
  | { readonly type: 'examined'; readonly id: string; readonly examination: Examination }
  | { readonly type: 'renamed'; readonly id: string; readonly stem: string }
  | { readonly type: 'typed'; readonly id: string; readonly to: AttachmentType }
  | { readonly type: 'confirmed' }
  | { readonly type: 'retried'; readonly id: string }
  | { readonly type: 'started'; readonly id: string }
  | { readonly type: 'progressed'; readonly id: string; readonly share: number }
  | { readonly type: 'cancelled'; readonly id: string }
  | { readonly type: 'failed'; readonly id: string; readonly why: string }
  | { readonly type: 'lost'; readonly id: string; readonly why: string }
  | { readonly type: 'sent'; readonly id: string; readonly attachmentId: string }
  | { readonly type: 'removed'; readonly id: string };

/** What becomes of the files when something happens. An action that comes too late for its file changes nothing. */
export function reduceUploads(uploads: readonly Upload[], action: UploadAction): readonly Upload[] {
  switch (action.type) {
    case 'added':
      return [
        ...uploads,
        ...action.picked.map((picked) => ({ ...picked, state: 'checking' as const })),
      ];
    case 'confirmed':
      return uploads.map((upload) => (canGo(upload) ? queued(upload) : upload));
    case 'removed':
      return uploads.filter((upload) => upload.id !== action.id);
    default:
      return uploads.map((upload) => (upload.id === action.id ? step(upload, action) : upload));
  }
}

type Step = Exclude<UploadAction, { type: 'added' | 'confirmed' | 'removed' }>;

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
    case 'progressed':
      return upload.state === 'sending' ? { ...upload, share: action.share } : upload;
    case 'cancelled':
      return upload.state === 'queued' || upload.state === 'sending'
        ? { ...upload, state: 'ready' }
        : upload;
    case 'failed':
      return upload.state === 'sending' ? { ...upload, state: 'failed', why: action.why } : upload;
    case 'lost':
      return upload.state === 'sending' ? { ...upload, state: 'unknown', why: action.why } : upload;
    default:
      return upload.state === 'sending'
        ? { ...upload, state: 'sent', attachmentId: action.attachmentId }
        : upload;
  }
}

function examined({ id, file }: Picked, examination: Examination): Upload {
  if ('error' in examination) return { id, file, state: 'invalid', error: examination.error };
  const type = guessType(file.name);
  return { ...examination, id, file, type, isGuessed: true, revision: 0, state: 'ready' };
}

function queued(upload: UploadOf<'ready' | 'failed' | 'unknown'>): Upload {
  return { ...upload, isGuessed: false, state: 'queued' };
}

function changed(
  upload: UploadOf<'ready' | 'failed'>,
  change: Partial<Pick<Prepared, 'stem' | 'type' | 'isGuessed'>>,
): Upload {
  return { ...upload, ...change, revision: upload.revision + 1, state: 'ready' };
}

/** Whether name and type may still be changed: not while it goes, not once it is there. */
export function canChange(upload: Upload): upload is UploadOf<'ready' | 'failed'> {
  return upload.state === 'ready' || upload.state === 'failed';
}

/** Whether `Send` takes it along: looked at, and its name is one. A failed one goes by its own Retry. */
export function canGo(upload: Upload): upload is UploadOf<'ready'> {
  return upload.state === 'ready' && fileNameError(upload) === undefined;
}

/** Whether a person would miss it: picked, and certainly not at the service yet. What cannot go is not counted. */
export function isUnsent(upload: Upload): boolean {
  return !['sent', 'unknown', 'invalid'].includes(upload.state);
}

/** Whether the whole of it has gone, so that it may arrive even when nobody waits for the answer. */
export function isAllGone(upload: Upload | undefined): boolean {
  return upload?.state === 'sending' && upload.share === 1;
}

/** The name a file goes by: the part that can be changed, and its ending. */
export function fullName({ stem, ending }: Pick<Prepared, 'stem' | 'ending'>): string {
  return `${stem.trim()}${ending}`;
}

/** What is wrong with the name, in the contract's words. */
export function fileNameError(upload: Prepared): string | undefined {
  return upload.stem.trim() === '' ? 'Enter a name.' : fileNameRule(fullName(upload)).error;
}

/** How many files go at a time. */
const atOnce = 2;

/** Those that may start now. */
export function startable(uploads: readonly Upload[]): UploadOf<'queued'>[] {
  const sending = uploads.filter((upload) => upload.state === 'sending').length;
  return uploads
    .filter((upload) => upload.state === 'queued')
    .slice(0, Math.max(0, atOnce - sending));
}
