import {
  type CellEdit,
  type UploadChoices,
  uploadLimits,
} from '#contract/bulk-upload/bulk-uploads.ts';
import { type ConnectionStatus, retryUntilResponse } from '#src/api/retry.ts';

/** Whether the service has saved all choices and edits, and what prevents it. */
export interface SaveStatus {
  readonly isSaved: boolean;
  readonly connection: ConnectionStatus | null;
  /** The message of the service's rejection to save something. */
  readonly rejection: string | null;
}

interface AutosaveCalls {
  readonly saveChoices: (choices: UploadChoices, signal: AbortSignal) => Promise<void>;
  readonly saveEdits: (edits: CellEdit[], signal: AbortSignal) => Promise<void>;
  readonly onChange: (saveStatus: SaveStatus) => void;
}

/** Choices made in quick succession are saved as one after this many milliseconds. */
const debounceMs = 300;

/** Max characters of edited cells in one request. */
const maxCharacters = 500_000;

/**
 * Saves choices and edits to the service: in order, in blocks, with retries until the service has
 * saved or rejected them.
 */
export class Autosave {
  readonly #calls: AutosaveCalls;
  #choices: UploadChoices | undefined;
  #edits: CellEdit[] = [];
  #saveStatus: SaveStatus = { isSaved: true, connection: null, rejection: null };
  #running: Promise<void> | undefined;

  constructor(calls: AutosaveCalls) {
    this.#calls = calls;
  }

  /** Saves these choices instead of earlier ones that are still pending. */
  choose(choices: UploadChoices): void {
    this.#choices = choices;
    this.#run();
  }

  /** Saves edited cells. */
  edit(edits: readonly CellEdit[]): void {
    if (edits.length === 0) return;
    this.#edits = this.#edits.concat(edits);
    this.#run();
  }

  /** Waits until everything is saved, or the service has rejected something. */
  async flush(): Promise<void> {
    await this.#running;
  }

  /** Whether everything is saved. */
  get isSaved(): boolean {
    return this.#saveStatus.isSaved;
  }

  #run(): void {
    this.#notify({ isSaved: false, rejection: null });
    this.#running ??= this.#saveAll().finally(() => (this.#running = undefined));
  }

  async #saveAll(): Promise<void> {
    // Never aborted: only closing the window stops the retries.
    const { signal } = new AbortController();
    const onConnectionStatus = (connection: ConnectionStatus | null) =>
      this.#notify({ connection });
    const persist = (send: () => Promise<void>) =>
      retryUntilResponse(send, { signal, onConnectionStatus });
    await new Promise((resolve) => {
      setTimeout(resolve, debounceMs);
    });
    try {
      while (this.#choices !== undefined || this.#edits.length > 0) {
        const choices = this.#choices;
        this.#choices = undefined;
        if (choices !== undefined) await persist(() => this.#calls.saveChoices(choices, signal));
        const edits = this.#edits.splice(0, countFittingEdits(this.#edits));
        if (edits.length > 0) await persist(() => this.#calls.saveEdits(edits, signal));
      }
      this.#notify({ isSaved: true, connection: null });
    } catch (error) {
      this.#notify({ connection: null, rejection: errorMessage(error) });
    }
  }

  #notify(change: Partial<SaveStatus>): void {
    this.#saveStatus = { ...this.#saveStatus, ...change };
    this.#calls.onChange(this.#saveStatus);
  }
}

/** Returns how many edits go into one request: at least one. */
function countFittingEdits(edits: readonly CellEdit[]): number {
  let characters = 0;
  const index = edits.slice(0, uploadLimits.editsInRequest).findIndex(({ text }, at) => {
    characters += text?.length ?? 0;
    return at > 0 && characters > maxCharacters;
  });
  return index === -1 ? uploadLimits.editsInRequest : index;
}

/** Returns an error's message. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
