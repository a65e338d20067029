import type { BulkUpload, UploadState, UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import {
  reconcileUnknownRows,
  readBulkUpload,
  setUploadState,
  sendBatch,
} from '#src/api/bulk-uploads/bulk-uploads.ts';
import { type ConnectionStatus, retryUntilResponse } from '#src/api/retry.ts';
import { hasCode } from '#src/api/service-error.ts';
import { firstRowNumber } from '#src/bulk-upload/reader/row-format.ts';
import type { Sheet } from '#src/bulk-upload/rows/sheet.ts';

import { errorMessage } from './autosave.ts';
import { addSample } from './progress-rate.ts';
import { sendRows } from './send-rows.ts';
import { completedRows, type RunState } from './stage.ts';

/** What a submission was doing when a request failed. */
type Step = 'starting' | 'sending' | 'ending';

/** Who has paused or stopped an upload that this window was submitting. */
const haltedBy: Partial<Record<UploadState, 'elsewhere' | 'stopped-elsewhere'>> = {
  paused: 'elsewhere',
  stopped: 'stopped-elsewhere',
};

interface SubmissionOptions {
  readonly uploadId: string;
  /** The totals known before the first response. */
  readonly totals: UploadTotals;
  readonly batch: (from: number) => ReturnType<Sheet['batch']>;
  readonly onChange: (state: RunState) => void;
  /** Called when the upload is finished or stopped, here or elsewhere. */
  readonly onEnd: (upload: BulkUpload) => void;
}

/**
 * Sends an upload's rows until the service has responded to all of them. Can be paused, resumed and
 * stopped, here or in another tab.
 */
export class RowSubmission {
  readonly #options: SubmissionOptions;
  #state: RunState;
  #control = new AbortController();
  /** The row number to resume from; null once all rows have a response. */
  #next: number | null = firstRowNumber;

  constructor(options: SubmissionOptions) {
    this.#options = options;
    this.#state = { totals: options.totals, samples: [], run: { is: 'running', connection: null } };
  }

  /** Starts or resumes the submission. */
  async start(): Promise<void> {
    const { signal } = this.#renewSignal();
    let step: Step = 'starting';
    this.#notify({ run: { is: 'running', connection: null }, samples: [] });
    try {
      this.#setTotals((await this.#setState('submitting')).totals);
      step = 'sending';
      if (this.#next !== null) await this.#send(this.#next, signal);
      step = 'ending';
      this.#notify({ run: { is: 'finishing', connection: null } });
      if (this.#state.totals.unknown > 0) await this.#reconcile(signal);
      this.#options.onEnd(await this.#setState('finished'));
    } catch (error) {
      if (signal.aborted) return;
      // The service rejected the upload as unfinished, so some row was lost: send all rows again,
      // which is harmless.
      this.#next ??= firstRowNumber;
      await this.#reportFailure(error, step);
    }
  }

  /** Stops sending until the submission is started again. */
  async pause(): Promise<void> {
    await this.#halt('pausing', 'paused', ({ totals }) => {
      this.#setTotals(totals);
      this.#notify({ run: { is: 'paused', by: 'person' } });
    });
  }

  /** Stops for good. Unsent rows count as left out until the file is chosen again. */
  async stop(): Promise<void> {
    await this.#halt('stopping', 'stopped', this.#options.onEnd);
  }

  /** Aborts without notifying the service. */
  end(): void {
    this.#control.abort();
  }

  async #halt(
    is: 'pausing' | 'stopping',
    state: 'paused' | 'stopped',
    then: (upload: BulkUpload) => void,
  ): Promise<void> {
    const { signal } = this.#renewSignal();
    this.#notify({ run: { is, connection: null } });
    try {
      then(await this.#setState(state));
    } catch (error) {
      if (!signal.aborted) await this.#reportFailure(error, 'ending');
    }
  }

  #renewSignal(): AbortController {
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
      send: async (rows, requestSignal) => {
        for (;;) {
          const send = () => sendBatch(uploadId, rows, requestSignal);
          const { totals, isDone } = await this.#retry(send, requestSignal);
          if (isDone) return totals;
          this.#setTotals(totals);
        }
      },
      onResponse: (totals, next) => {
        if (signal.aborted) return;
        this.#next = next;
        this.#setTotals(totals);
      },
    });
  }

  /**
   * Reconciles the rows that are still unknown: a slow request whose response was lost may have
   * created a lead after all.
   */
  async #reconcile(signal: AbortSignal): Promise<void> {
    const { uploadId } = this.#options;
    const reconcile = () => reconcileUnknownRows(uploadId, signal);
    const reconciled = await this.#retry(reconcile, signal).catch(() => undefined);
    signal.throwIfAborted();
    if (reconciled) this.#setTotals(reconciled.upload.totals);
  }

  /**
   * Updates the totals. If two responses arrive out of order, the later one has fewer rows waiting.
   */
  #setTotals(totals: UploadTotals): void {
    const { samples, totals: known } = this.#state;
    const isLater = known.read !== totals.read || totals.waiting <= known.waiting;
    const latest = isLater ? totals : known;
    this.#notify({
      totals: latest,
      samples: addSample(samples, Date.now(), completedRows(latest)),
    });
  }

  async #setState(state: 'submitting' | 'paused' | 'stopped' | 'finished'): Promise<BulkUpload> {
    const { signal } = this.#control;
    const { uploadId, totals } = this.#options;
    const body = { state, read: totals.read };
    return this.#retry(() => setUploadState(uploadId, body, signal), signal);
  }

  #retry<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const onConnectionStatus = (connection: ConnectionStatus | null) => {
      const { run } = this.#state;
      if (run.is !== 'paused') this.#notify({ run: { ...run, connection } });
    };
    return retryUntilResponse(send, { signal, onConnectionStatus });
  }

  /**
   * Reports why the submission doesn't continue: paused, stopped or finished in another tab, or
   * what failed. Rows that were rejected between the end in one tab and the start in another are
   * sent again.
   */
  async #reportFailure(error: unknown, step: Step): Promise<void> {
    const isOther = step !== 'starting' && hasCode(error, 'upload-state-conflict');
    const upload = isOther ? await this.#read() : undefined;
    if (upload?.state === 'finished') return this.#options.onEnd(upload);
    if (upload?.state === 'submitting' && step === 'sending') return this.start();
    if (upload !== undefined) this.#setTotals(upload.totals);
    const by = (upload && haltedBy[upload.state]) ?? { failure: errorMessage(error) };
    this.#notify({ run: { is: 'paused', by } });
  }

  async #read(): Promise<BulkUpload | undefined> {
    const { signal } = this.#control;
    const { uploadId } = this.#options;
    return this.#retry(() => readBulkUpload(uploadId, signal), signal).catch(() => undefined);
  }

  #notify(change: Partial<RunState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
  }
}
