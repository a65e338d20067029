import type { BulkUpload, UploadTotals } from '#contract/web/bulk-uploads.ts';
import {
  reconcileUnknownRows,
  readBulkUpload,
  setUploadState,
  submitRows,
} from '#src/api/bulk-uploads.ts';
import { ServiceError } from '#src/api/service-error.ts';
import type { Sheet } from '#src/sheet/sheet.ts';

import { asSentence } from './autosave.ts';
import { type Pace, paced } from './pace.ts';
import { firstRow, sendRows } from './send-rows.ts';
import { type Run, completedRows } from './stage.ts';
import { type ConnectionStatus, untilAnswered } from './until-answered.ts';

/** How a submission stands. */
export interface SubmissionState {
  readonly totals: UploadTotals;
  /** By rows settled. */
  readonly pace: Pace;
  readonly run: Run;
}

interface SubmissionOptions {
  readonly uploadId: string;
  /** What is known before the first answer. */
  readonly totals: UploadTotals;
  readonly batch: (from: number) => ReturnType<Sheet['batch']>;
  readonly onChange: (state: SubmissionState) => void;
  /** It is finished or stopped, here or elsewhere. */
  readonly onEnd: (upload: BulkUpload) => void;
}

/** Sends an upload's rows until all are answered; can be paused, gone on with and stopped, here or in another tab. */
export class Submission {
  readonly #options: SubmissionOptions;
  #state: SubmissionState;
  #control = new AbortController();
  /** Where to go on; null: every row is answered. */
  #next: number | null = firstRow;

  constructor(options: SubmissionOptions) {
    this.#options = options;
    this.#state = { totals: options.totals, pace: [], run: { is: 'running', connection: null } };
  }

  /** Starts, or goes on where it was left. */
  async start(): Promise<void> {
    const { signal } = this.#renew();
    let isStarted = false;
    this.#notify({ run: { is: 'running', connection: null }, pace: [] });
    try {
      this.#take((await this.#setState('submitting')).totals);
      isStarted = true;
      if (this.#next !== null) await this.#send(this.#next, signal);
      this.#notify({ run: { is: 'finishing', connection: null } });
      if (this.#state.totals.unknown > 0) await this.#look(signal);
      this.#options.onEnd(await this.#setState('finished'));
    } catch (error) {
      if (signal.aborted) return;
      // Rejected as unfinished: some row got lost on the way, and all are sent again, which is harmless.
      this.#next ??= firstRow;
      await this.#explain(error, isStarted);
    }
  }

  /** Stops sending until it is started again. */
  async pause(): Promise<void> {
    await this.#halt('pausing', 'paused', ({ totals }) => {
      this.#take(totals);
      this.#notify({ run: { is: 'paused', by: 'person' } });
    });
  }

  /** Stops for good; what was not sent counts as left out, until the file is chosen again. */
  async stop(): Promise<void> {
    await this.#halt('stopping', 'stopped', this.#options.onEnd);
  }

  /** Gives up without a word to the service. */
  end(): void {
    this.#control.abort();
  }

  async #halt(
    is: 'pausing' | 'stopping',
    state: 'paused' | 'stopped',
    then: (upload: BulkUpload) => void,
  ): Promise<void> {
    const { signal } = this.#renew();
    this.#notify({ run: { is, connection: null } });
    try {
      then(await this.#setState(state));
    } catch (error) {
      if (!signal.aborted) await this.#explain(error, true);
    }
  }

  #renew(): AbortController {
    this.#control.abort();
    this.#control = new AbortController();
    return this.#control;
  }

  async #send(from: number, signal: AbortSignal): Promise<void> {
    const { uploadId, batch } = this.#options;
    await sendRows({
      from,
      batch,
      signal,
      send: async (rows, given) => {
        for (;;) {
          const send = () => submitRows(uploadId, rows, given);
          const { totals, isDone } = await this.#persist(send, given);
          if (isDone) return totals;
          this.#take(totals);
        }
      },
      onAnswer: (totals, next) => {
        if (signal.aborted) return;
        this.#next = next;
        this.#take(totals);
      },
    });
  }

  /** Looks for rows that are unknown so far once more: an answer that was lost because it took long may have come to something. */
  async #look(signal: AbortSignal): Promise<void> {
    const { uploadId } = this.#options;
    const look = () => reconcileUnknownRows(uploadId, signal);
    const looked = await this.#persist(look, signal).catch(() => undefined);
    signal.throwIfAborted();
    if (looked) this.#take(looked.upload.totals);
  }

  /** Of two answers that overtook each other, the later one knows of more rows. */
  #take(totals: UploadTotals): void {
    const { pace, totals: known } = this.#state;
    const isLater = known.read !== totals.read || totals.waiting <= known.waiting;
    const latest = isLater ? totals : known;
    this.#notify({ totals: latest, pace: paced(pace, Date.now(), completedRows(latest)) });
  }

  async #setState(state: 'submitting' | 'paused' | 'stopped' | 'finished'): Promise<BulkUpload> {
    const { signal } = this.#control;
    const { uploadId, totals } = this.#options;
    const body = { state, read: totals.read };
    return this.#persist(() => setUploadState(uploadId, body, signal), signal);
  }

  #persist<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const onConnectionStatus = (connection: ConnectionStatus | null) => {
      const { run } = this.#state;
      if (run.is !== 'paused') this.#notify({ run: { ...run, connection } });
    };
    return untilAnswered(send, { signal, onConnectionStatus });
  }

  /** Says why it does not go on: paused, stopped or finished in another tab, or what failed. */
  async #explain(error: unknown, isStarted: boolean): Promise<void> {
    const isOther = isStarted && error instanceof ServiceError && error.status === 409;
    const upload = isOther ? await this.#read() : undefined;
    if (upload?.state === 'finished') return this.#options.onEnd(upload);
    if (upload !== undefined) this.#take(upload.totals);
    const by = {
      paused: 'elsewhere' as const,
      stopped: 'stopped-elsewhere' as const,
      other: { failure: asSentence(error) },
    };
    const state =
      upload?.state === 'paused' || upload?.state === 'stopped' ? upload.state : 'other';
    this.#notify({ run: { is: 'paused', by: by[state] } });
  }

  async #read(): Promise<BulkUpload | undefined> {
    const { signal } = this.#control;
    const { uploadId } = this.#options;
    return this.#persist(() => readBulkUpload(uploadId, signal), signal).catch(() => undefined);
  }

  #notify(change: Partial<SubmissionState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
  }
}
