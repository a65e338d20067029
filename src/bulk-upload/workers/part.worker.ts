import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import {
  parsePartAhead,
  type PartBytes,
  type PartRequest,
} from '#src/bulk-upload/reader/part-reader.ts';
import type { RowSlice } from '#src/bulk-upload/reader/row-format.ts';
import { openRows, usualSizes, type PartAhead } from '#src/bulk-upload/reader/row-reader.ts';
import { cellValidator } from '#src/bulk-upload/rows/row-checks.ts';
import type { ValidationContext } from '#src/bulk-upload/rows/sheet.ts';
import {
  listBuffers,
  ValidatedSlices,
  type ValidatedPart,
} from '#src/bulk-upload/rows/validated-slices.ts';

/** The first message to the worker: whose parts it will read. */
export interface PartWorkerFile {
  readonly file: File;
  readonly parseOptions: ParseOptions;
  readonly context: ValidationContext;
}

/** Each further message: the bytes of a part. */
export interface PartMessage {
  readonly request: PartRequest;
  readonly bytes: PartBytes;
}

/** The reply to each `PartMessage`. */
export interface PartReply {
  readonly part: number;
  /** Null if the part could not be parsed. */
  readonly parsed: PartAhead<ValidatedPart> | null;
}

/** Returns a function that parses and validates a part of the file. */
async function openFile({ file, parseOptions, context }: PartWorkerFile) {
  const format = await openRows(file, parseOptions);
  const validator = cellValidator(context);
  return ({ request, bytes }: PartMessage) => {
    const slices = new ValidatedSlices(validator);
    const onSlice = (slice: RowSlice) => slices.add(slice);
    const parsed = parsePartAhead(format, request, bytes, usualSizes, onSlice);
    return { ...parsed, content: slices.all() };
  };
}

function reply(message: PartReply): void {
  const buffers = message.parsed === null ? [] : listBuffers(message.parsed.content);
  postMessage(message, { transfer: buffers });
}

let opened: ReturnType<typeof openFile> | undefined;

async function respond(message: PartMessage): Promise<void> {
  const { part } = message.request;
  try {
    const parse = await opened;
    reply({ part, parsed: parse?.(message) ?? null });
  } catch {
    // Whoever asked parses the part itself then, and reports the error.
    reply({ part, parsed: null });
  }
}

addEventListener('message', ({ data }: MessageEvent<PartWorkerFile | PartMessage>) => {
  if ('request' in data) void respond(data);
  else opened = openFile(data);
});
