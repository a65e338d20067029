import {
  type BulkUpload,
  type OpenedUpload,
  type ParseOptions,
} from '#contract/web/bulk-uploads.ts';
import { openBulkUpload } from '#src/api/bulk-uploads.ts';
import type { Recognition } from '#src/csv/recognition.ts';
import type { ValidationContext, Sheet } from '#src/sheet/sheet.ts';

import { asSentence } from './autosave.ts';
import { CheckedFile } from './checked-file.ts';
import { paced } from './pace.ts';
import { type FoundFile, resumed, wasSent } from './resumed.ts';
import { isSameParseOptions, type Stage } from './stage.ts';
import { Submission } from './submission.ts';
import { type ConnectionStatus, untilAnswered } from './until-answered.ts';

interface WorkOptions {
  /** Starts the worker that holds one file's rows. */
  readonly openSheet: () => Sheet;
  /** Whose the rows may be. */
  readonly context: (signal: AbortSignal) => Promise<ValidationContext>;
  /** Whether the service tells which rows repeat a lead; known once the context is. */
  readonly canSearchLeads: () => boolean;
  /** The partner's uploads are others now than a moment ago. */
  readonly onUploads: () => void;
}

/** Progress is drawn so often at most; in milliseconds. */
const drawnEvery = 100;

/** The way of one file from the drop to its result. It lives beside the pages, so that it goes on while another one is looked at. */
export class UploadWork {
  readonly #options: WorkOptions;
  readonly #listeners = new Set<() => void>();
  #stage: Stage = { at: 'nothing' };
  /** Ends with the file. */
  #life = new AbortController();
  #sheet: Sheet | undefined;
  /** The next file's, whose worker has started already. */
  #ready: Sheet | undefined;
  /** This file; the one before as long as its changes are on their way. */
  #checked: CheckedFile | undefined;
  #submission: Submission | undefined;
  /** The service does not answer what it is asked about the file. */
  #connection: ConnectionStatus | null = null;

  constructor(options: WorkOptions) {
    this.#options = options;
  }

  readonly stage = (): Stage => this.#stage;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What can be done with a checked file. */
  get checked(): CheckedFile | undefined {
    return this.#checked;
  }

  /** The submission that runs or is paused. */
  get submission(): Submission | undefined {
    return this.#submission;
  }

  /** Whether the service has all that was chosen and edited. */
  get isSaved(): boolean {
    return this.#checked?.autosave.isSaved ?? true;
  }

  /**
   * Makes ready for a file, so that it need not wait: starts the worker, and asks for what rows are validated against. Gives what ends
   * it again.
   */
  readonly prepare = (): (() => void) => {
    this.#ready ??= this.#options.openSheet();
    // Reading asks again, and tells what is wrong.
    this.#options.context(this.#life.signal).catch(() => undefined);
    return () => {
      this.#ready?.close();
      this.#ready = undefined;
    };
  };

  /** Takes a file in place of the one there was. */
  async open(file: File): Promise<void> {
    this.leave();
    const sheet = this.#ready ?? this.#options.openSheet();
    this.#ready = undefined;
    this.#sheet = sheet;
    this.#set({ at: 'recognising', file });
    await this.#try(file, async () => {
      const recognition = await sheet.recognise(file);
      const { parseOptions } = recognition;
      if (recognition.isExact && parseOptions !== null)
        return this.#read(file, recognition, parseOptions);
      return this.#set({ at: 'file-issues', file, recognition, parseOptions });
    });
  }

  /** Reads the file in the way the person said. */
  async readAs(parseOptions: ParseOptions): Promise<void> {
    const stage = this.#stage;
    if (stage.at !== 'file-issues' && stage.at !== 'checked') return;
    const { file, recognition } = stage;
    this.#checked?.end();
    await this.#try(file, () => this.#read(file, recognition, parseOptions, { isChosen: true }));
  }

  /** Forgets the file. What was chosen and edited is still brought to the service, and stays there. */
  leave(): void {
    this.#life.abort();
    this.#life = new AbortController();
    this.#checked?.end();
    this.#submission?.end();
    this.#sheet?.close();
    this.#sheet = undefined;
    this.#submission = undefined;
    this.#connection = null;
    this.#set({ at: 'nothing' });
  }

  /** Submits every row that is no lead yet; invalid ones are recorded as rejected. */
  async submit(): Promise<void> {
    if (!(await this.#checked?.save())) return;
    const stage = this.#stage;
    const sheet = this.#sheet;
    if (stage.at !== 'checked' || sheet === undefined) return;
    const { file, upload, summary, rowsInBatch } = stage;
    const { read, submitted, unknown } = summary;
    this.#checked?.end();
    this.#submission = new Submission({
      uploadId: upload.id,
      totals: {
        read,
        submitted,
        rejected: 0,
        leftOut: 0,
        blank: 0,
        unknown,
        waiting: read - submitted - unknown,
      },
      batch: (from) => sheet.batch(from, rowsInBatch),
      onChange: (state) => this.#set({ at: 'submitting', file, upload, ...state }),
      onEnd: (ended) => this.#end(ended),
    });
    await this.#submission.start();
  }

  /** Takes what was learnt of the upload since it ended. */
  readonly learn = (upload: BulkUpload): void => {
    if (this.#stage.at === 'ended') this.#set({ at: 'ended', upload });
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
    how: { readonly isChosen?: boolean; readonly again?: string } = {},
  ): Promise<void> {
    const { signal } = this.#life;
    const { again = null, isChosen = false } = how;
    const started = { bytes: 0, rows: 0, contentHash: null };
    const read = { file, recognition, parseOptions };
    let pace = paced([], Date.now(), 0);
    this.#set({ at: 'reading', ...read, progress: started, pace, again });
    const context = await this.#persist((given) => this.#options.context(given));
    let drawn = 0;
    let opened: Promise<OpenedUpload> | undefined;
    const result = await this.#required().read(parseOptions, context, (progress) => {
      const now = performance.now();
      if (signal.aborted) return;
      if (progress.contentHash !== null) opened = this.#askAbout(file, progress.contentHash);
      if (now - drawn < drawnEvery) return;
      drawn = now;
      pace = paced(pace, Date.now(), progress.bytes);
      this.#set({ at: 'reading', ...read, progress, pace, again });
    });
    signal.throwIfAborted();
    const { summary, notices } = result;
    this.#set({ at: 'opening', ...read, summary, connection: this.#connection });
    const answer = await (opened ?? this.#askAbout(file, result.contentHash));
    signal.throwIfAborted();
    await this.#resume({ ...read, notices }, answer, isChosen);
  }

  /** Asks the service what it knows of the file: while the last rows are validated, where the hash is known by then. */
  #askAbout(file: File, contentHash: string): Promise<OpenedUpload> {
    const fileName = file.name.slice(-maxNameLength);
    const question = { contentHash, fileName, size: file.size };
    const flushed = this.#checked?.autosave.flush() ?? Promise.resolve();
    const opened = flushed.then(() => this.#persist((signal) => openBulkUpload(question, signal)));
    // Where the reading fails, nobody awaits it.
    opened.catch(() => undefined);
    return opened;
  }

  /** Takes up what the service knows of the file; one that was read in another way before is read so again. */
  async #resume(found: FoundFile, opened: OpenedUpload, isChosen: boolean): Promise<void> {
    const { file, recognition, parseOptions } = found;
    const { choices } = opened;
    const stored = choices.parseOptions;
    const isOther = stored === null || !isSameParseOptions(stored, parseOptions);
    if (stored !== null && isOther && (!isChosen || wasSent(opened)))
      return this.#read(file, recognition, stored, { again: readAgain });
    const sheet = this.#required();
    const checked = new CheckedFile({
      sheet,
      checked: resumed(found, opened, await sheet.resume(opened)),
      canSearchLeads: this.#options.canSearchLeads(),
      onChange: (state) => this.#set({ at: 'checked', ...state }),
    });
    this.#checked = checked;
    this.#set({ at: 'checked', ...checked.state });
    if (isOther) checked.choose({});
    // Which rows repeat a lead is found anew: the leads may be others by now.
    if (!checked.searchLeadsUnasked() && choices.leaveOut.duplicateLeads)
      void checked.searchLeads();
  }

  async #persist<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal } = this.#life;
    const onConnectionStatus = (connection: ConnectionStatus | null) => {
      this.#connection = connection;
      if (this.#stage.at === 'opening') this.#set({ ...this.#stage, connection });
    };
    const answer = await untilAnswered(() => send(signal), { signal, onConnectionStatus });
    // Another file may have been chosen in this very moment.
    signal.throwIfAborted();
    return answer;
  }

  #required(): Sheet {
    if (this.#sheet === undefined) throw new Error('No file is chosen.');
    return this.#sheet;
  }

  /** Does a step of the file's way; where it fails, the way ends and says why. */
  async #try(file: File, step: () => Promise<void>): Promise<void> {
    const { signal } = this.#life;
    try {
      await step();
    } catch (error) {
      if (!signal.aborted) this.#set({ at: 'broken', file, message: asSentence(error) });
    }
  }

  #set(stage: Stage): void {
    this.#stage = stage;
    for (const listener of this.#listeners) listener();
  }
}

/** The longest file name the service keeps; of a longer one, the end. */
const maxNameLength = 255;

const readAgain =
  'This file was uploaded before. It is read again in the way that was chosen then.';
