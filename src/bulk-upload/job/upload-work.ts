import type { BulkUpload, OpenedUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { openBulkUpload } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { type ConnectionStatus, retryUntilResponse } from '#src/api/retry.ts';
import type { RememberedTargets } from '#src/bulk-upload/columns/template-columns.ts';
import type { ChosenParts, Recognition } from '#src/bulk-upload/reader/recognition.ts';
import type { Sheet } from '#src/bulk-upload/rows/sheet.ts';
import { NewVersionError } from '#src/lib/load-lazily.ts';
import { createStore } from '#src/lib/store.ts';
import { MissingPartError } from '#src/lib/worker-part.ts';

import { errorMessage } from './autosave.ts';
import { CheckedFile } from './checked-file.ts';
import { recogniseFile, rememberResolutions, type WorkOptions } from './choice-memory.ts';
import { addSample } from './progress-rate.ts';
import {
  checkedFrom,
  findEarlierOptions,
  type FoundFile,
  type HowRead,
  readAgainNotice,
  readFile,
} from './read-file.ts';
import { isSameParseOptions, type StageAt, totalsBefore, type UploadStage } from './stage.ts';
import { RowSubmission } from './submission.ts';

/**
 * The upload of one file, from the drop to its result. It lives outside the pages, so that it
 * continues while the user visits another page.
 */
export class UploadWork {
  readonly #options: WorkOptions;
  readonly #store = createStore<UploadStage>({ at: 'nothing' });
  /** Aborted when the file is left. */
  #lifetime = new AbortController();
  #sheet: Sheet | undefined;
  /** The sheet for the next file, with its worker already started. */
  #preparedSheet: Sheet | undefined;
  /** The current file, or the previous one while its changes are being saved. */
  #checked: CheckedFile | undefined;
  #submission: RowSubmission | undefined;
  /** The columns that the partner assigned in earlier files. */
  #remembered: RememberedTargets = new Map();
  /** Whether the user chose the row of the header, in place of the one of an earlier time. */
  #isHeaderChosen = false;
  /** Set while the service doesn't respond to the requests about the file. */
  #connection: ConnectionStatus | null = null;

  constructor(options: WorkOptions) {
    this.#options = options;
  }

  readonly stage = this.#store.get;
  readonly subscribe = this.#store.subscribe;

  /** The actions on a checked file. */
  get checked(): CheckedFile | undefined {
    return this.#checked;
  }

  /** The submission that is running or paused. */
  get submission(): RowSubmission | undefined {
    return this.#submission;
  }

  /** Whether the service has saved all choices and edits. */
  get isSaved(): boolean {
    return this.#checked?.autosave.isSaved ?? true;
  }

  /**
   * Prepares for a file to avoid a wait later: starts the worker, and prefetches what files are
   * recognised with and rows are validated against. Returns a function that undoes this.
   */
  readonly prepare = (): (() => void) => {
    this.#preparedSheet ??= this.#options.openSheet();
    // Reading requests the context again and reports errors.
    this.#options.context(this.#lifetime.signal).catch(() => undefined);
    this.#options.memory?.read().catch(() => undefined);
    return () => {
      this.#preparedSheet?.close();
      this.#preparedSheet = undefined;
    };
  };

  /** Opens a file in place of the current one, or again with what the user chose of it. */
  async open(file: File, chosen: ChosenParts = {}): Promise<void> {
    this.leave();
    const sheet = this.#preparedSheet ?? this.#options.openSheet();
    this.#preparedSheet = undefined;
    this.#sheet = sheet;
    this.#set({ at: 'recognising', file });
    await this.#runStep(file, async () => {
      const { memory } = this.#options;
      const { recognition, targets } = await recogniseFile(sheet, file, memory, chosen);
      this.#remembered = targets;
      const { parseOptions } = recognition;
      this.#isHeaderChosen = chosen.headerRow !== undefined;
      if (recognition.isExact && parseOptions !== null)
        return this.#read(file, recognition, parseOptions, { isChosen: this.#isHeaderChosen });
      this.#set({ at: 'file-issues', file, recognition, parseOptions });
    });
  }

  /** Reads the file with the parse options that the user chose. */
  async readAs(parseOptions: ParseOptions): Promise<void> {
    const stage = this.stage();
    if (stage.at !== 'file-issues' && stage.at !== 'checked') return;
    const { file, recognition } = stage;
    const isProposed = stage.at === 'file-issues' && !this.#isHeaderChosen;
    const how = { isChosen: true, proposed: isProposed ? stage.parseOptions : null };
    this.#checked?.end();
    await this.#runStep(file, () => this.#read(file, recognition, parseOptions, how));
  }

  /** Closes the file. Its choices and edits are still saved, and stay with the service. */
  leave(): void {
    this.#lifetime.abort();
    this.#lifetime = new AbortController();
    this.#checked?.end();
    this.#submission?.end();
    this.#sheet?.close();
    this.#sheet = undefined;
    this.#submission = undefined;
    this.#connection = null;
    this.#set({ at: 'nothing' });
  }

  /** Submits every row that is not a lead yet; invalid rows are recorded as rejected. */
  async submit(): Promise<void> {
    if (!(await this.#checked?.save())) return;
    const stage = this.stage();
    const sheet = this.#sheet;
    if (stage.at !== 'checked' || sheet === undefined) return;
    const { file, upload, summary, rowsInBatch } = stage;
    rememberResolutions(this.#options.memory, stage, this.#remembered);
    this.#checked?.end();
    this.#submission = new RowSubmission({
      uploadId: upload.id,
      totals: totalsBefore(summary),
      batch: (from) => sheet.batch(from, rowsInBatch),
      onChange: (state) => this.#set({ at: 'submitting', file, upload, ...state }),
      onEnd: (ended) => this.#end(ended),
    });
    await this.#submission.start();
  }

  /** Updates an ended upload with newer information. */
  readonly update = (upload: BulkUpload): void => {
    if (this.stage().at === 'ended') this.#set({ at: 'ended', upload });
  };

  #end(upload: BulkUpload): void {
    this.leave();
    this.#set({ at: 'ended', upload });
    this.#options.onUploads();
  }

  async #read(
    file: File,
    recognition: Recognition,
    parseOptions: ParseOptions,
    how: HowRead = {},
  ): Promise<void> {
    const { signal } = this.#lifetime;
    const readAgainReason = how.isReadAgain ? readAgainNotice : null;
    const started = { bytes: 0, rows: 0, contentHash: null };
    const read = { file, recognition, parseOptions };
    const samples = addSample([], Date.now(), 0);
    this.#set({ at: 'reading', ...read, progress: started, samples, readAgainReason });
    const context = await this.#retry((requestSignal) => this.#options.context(requestSignal));
    const { summary, notices, opened } = await readFile({
      sheet: this.#requiredSheet(),
      parseOptions,
      context,
      samples,
      signal,
      openUpload: (contentHash) => this.#openUpload(file, contentHash),
      onProgress: (progress, latest) =>
        this.#set({ at: 'reading', ...read, progress, samples: latest, readAgainReason }),
    });
    this.#set({ at: 'opening', ...read, summary, connection: this.#connection });
    const response = await opened;
    signal.throwIfAborted();
    await this.#resume({ ...read, notices }, response, how);
  }

  /** Requests what the service knows of the file, once earlier changes are saved. */
  #openUpload(file: File, contentHash: string): Promise<OpenedUpload> {
    const flushed = this.#checked?.autosave.flush() ?? Promise.resolve();
    const opened = flushed.then(() =>
      this.#retry((signal) => openBulkUpload(file, contentHash, signal)),
    );
    // If reading fails, nothing awaits this promise.
    opened.catch(() => undefined);
    return opened;
  }

  /** Resumes from the service's record of the file, with the parse options used before. */
  async #resume(found: FoundFile, opened: OpenedUpload, how: HowRead): Promise<void> {
    const { file, recognition, parseOptions } = found;
    const earlier = findEarlierOptions(opened, parseOptions, how);
    if (earlier !== null)
      return this.#read(file, recognition, earlier, { isChosen: true, isReadAgain: true });
    const { choices } = opened;
    const sheet = this.#requiredSheet();
    const checked = new CheckedFile({
      sheet,
      checked: checkedFrom(found, opened, await sheet.resume(opened), how),
      canSearchLeads: this.#options.canSearchLeads(),
      onChange: (state) => this.#set({ at: 'checked', ...state }),
    });
    this.#checked = checked;
    this.#set({ at: 'checked', ...checked.state });
    if (!isSameParseOptions(choices.parseOptions, parseOptions)) checked.choose({});
    // Duplicate leads are searched again, because the leads may have changed.
    if (!checked.autoSearchLeads() && choices.leaveOut.duplicateLeads) void checked.searchLeads();
  }

  async #retry<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal } = this.#lifetime;
    const onConnectionStatus = (connection: ConnectionStatus | null) => {
      this.#connection = connection;
      const stage = this.stage();
      if (stage.at === 'opening') this.#set({ ...stage, connection });
    };
    const response = await retryUntilResponse(() => send(signal), { signal, onConnectionStatus });
    // Another file may have been chosen in the meantime.
    signal.throwIfAborted();
    return response;
  }

  #requiredSheet(): Sheet {
    if (this.#sheet === undefined) throw new Error('No file is chosen.');
    return this.#sheet;
  }

  /** Runs a step of the upload; an error ends the upload and is shown. */
  async #runStep(file: File, step: () => Promise<void>): Promise<void> {
    const { signal } = this.#lifetime;
    try {
      await step();
    } catch (error) {
      if (!signal.aborted)
        this.#set({ at: 'broken', file, message: errorMessage(error), by: findReason(error) });
    }
  }

  #set(stage: UploadStage): void {
    this.#store.set(stage);
  }
}

function findReason(error: unknown): StageAt<'broken'>['by'] {
  if (error instanceof NewVersionError) return 'new-version';
  return error instanceof MissingPartError ? 'missing-part' : 'file';
}
