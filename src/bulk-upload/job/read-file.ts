import type { OpenedUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import type { ReadProgress } from '#src/bulk-upload/reader/recognition.ts';
import type { Sheet, ValidationContext } from '#src/bulk-upload/rows/sheet.ts';

import { addSample, type ProgressSamples } from './progress-rate.ts';

/** Min milliseconds between two progress updates. */
const progressIntervalMs = 250;

interface ReadFileOptions {
  readonly sheet: Sheet;
  readonly parseOptions: ParseOptions;
  readonly context: ValidationContext;
  /** Progress before the first row. */
  readonly samples: ProgressSamples;
  readonly signal: AbortSignal;
  /** Requests what the service knows of a file with this content. */
  readonly openUpload: (contentHash: string) => Promise<OpenedUpload>;
  readonly onProgress: (progress: ReadProgress, samples: ProgressSamples) => void;
}

/**
 * Reads and validates every row of a file. Requests what the service knows of the file while the
 * last rows are validated, if the content hash is known by then.
 */
export async function readFile(options: ReadFileOptions) {
  const { sheet, parseOptions, context, signal, openUpload, onProgress } = options;
  let { samples } = options;
  let notifiedAt = 0;
  let opened: Promise<OpenedUpload> | undefined;
  const { summary, notices, contentHash } = await sheet.read(parseOptions, context, (progress) => {
    const now = performance.now();
    if (signal.aborted) return;
    if (progress.contentHash !== null) opened = openUpload(progress.contentHash);
    if (now - notifiedAt < progressIntervalMs) return;
    notifiedAt = now;
    samples = addSample(samples, Date.now(), progress.bytes);
    onProgress(progress, samples);
  });
  signal.throwIfAborted();
  return { summary, notices, opened: opened ?? openUpload(contentHash) };
}
