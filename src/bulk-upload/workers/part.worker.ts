import type { ParseOptions } from '#contract/bulk-upload/bulk-uploads.ts';
import {
  readPartAhead,
  type PartAhead,
  type PartRequest,
} from '#src/bulk-upload/reader/part-reader.ts';
import { openRows, usualSizes } from '#src/bulk-upload/reader/row-reader.ts';
import { cellValidator } from '#src/bulk-upload/rows/cell-validator.ts';
import type { ValidationContext } from '#src/bulk-upload/rows/sheet.ts';
import {
  buffersOf,
  ValidatedSlices,
  type ValidatedPart,
} from '#src/bulk-upload/rows/validated-slices.ts';

/** The first message to the worker: whose parts it will read. */
export interface PartWorkerFile {
  readonly file: File;
  readonly parseOptions: ParseOptions;
  readonly context: ValidationContext;
}

/** The reply to each further message, a `PartRequest`. */
export interface PartReply {
  readonly part: number;
  /** Null if the part could not be read. */
  readonly read: (PartAhead & { readonly content: ValidatedPart }) | null;
}

/** Returns a function that reads and validates a part of the file. */
async function openFile({ file, parseOptions, context }: PartWorkerFile) {
  const format = await openRows(file, parseOptions);
  const validator = cellValidator(context);
  return async (request: PartRequest) => {
    const slices = new ValidatedSlices(validator, parseOptions.delimiter);
    const read = await readPartAhead(file, format, request, usualSizes, (slice) =>
      slices.add(slice),
    );
    return { ...read, content: slices.all() };
  };
}

function reply(message: PartReply): void {
  const buffers = message.read === null ? [] : buffersOf(message.read.content);
  postMessage(message, { transfer: buffers });
}

let opened: ReturnType<typeof openFile> | undefined;

async function respond(request: PartRequest): Promise<void> {
  // Whoever asked reads the part itself then, and reports the error.
  const read = await opened?.then((readPart) => readPart(request)).catch(() => null);
  reply({ part: request.part, read: read ?? null });
}

addEventListener('message', ({ data }: MessageEvent<PartWorkerFile | PartRequest>) => {
  if ('part' in data) void respond(data);
  else opened = openFile(data);
});
