import type { CellEdit, UploadChoices } from '#contract/web/bulk-uploads.ts';
import { uploadLimits } from '#contract/web/bulk-uploads.ts';

import { type ConnectionStatus, untilAnswered } from './until-answered.ts';

/** Whether all that was chosen and edited is with the service, and what stands in the way. */
export interface SaveStatus {
  readonly isSaved: boolean;
  readonly connection: ConnectionStatus | null;
  /** The service's rejection to keep something: its sentence. */
  readonly rejection: string | null;
}

interface AutosaveCalls {
  readonly saveChoices: (choices: UploadChoices, signal: AbortSignal) => Promise<void>;
  readonly saveEdits: (edits: CellEdit[], signal: AbortSignal) => Promise<void>;
  readonly onChange: (saveStatus: SaveStatus) => void;
}

/** Choices that follow each other quickly are kept as one; in milliseconds. */
const timeouts = 300;

/** Characters of edited cells in one request. */
const maxCharacters = 500_000;

/** Brings choices and edits to the service: in order, in blocks, again and again until they are kept. */
export class Autosave {
  readonly #calls: AutosaveCalls;
  #choices: UploadChoices | undefined;
  #edits: CellEdit[] = [];
  #saveStatus: SaveStatus = { isSaved: true, connection: null, rejection: null };
  #running: Promise<void> | undefined;

  constructor(calls: AutosaveCalls) {
    this.#calls = calls;
  }

  /** Keeps what is chosen now in place of what was chosen before. */
  choose(choices: UploadChoices): void {
    this.#choices = choices;
    this.#run();
  }

  /** Keeps edited cells. */
  edit(edits: readonly CellEdit[]): void {
    if (edits.length === 0) return;
    this.#edits.push(...edits);
    this.#run();
  }

  /** Waits until everything is kept. */
  async flush(): Promise<void> {
    await this.#running;
  }

  /** Whether everything is kept. */
  get isSaved(): boolean {
    return this.#saveStatus.isSaved;
  }

  #run(): void {
    this.#notify({ isSaved: false, rejection: null });
    this.#running ??= this.#keepAll().finally(() => (this.#running = undefined));
  }

  async #keepAll(): Promise<void> {
    // Nothing gives this up but the closing of the window.
    const { signal } = new AbortController();
    const onConnectionStatus = (connection: ConnectionStatus | null) =>
      this.#notify({ connection });
    const persist = (send: () => Promise<void>) =>
      untilAnswered(send, { signal, onConnectionStatus });
    await new Promise((resolve) => {
      setTimeout(resolve, timeouts);
    });
    try {
      while (this.#choices !== undefined || this.#edits.length > 0) {
        const choices = this.#choices;
        this.#choices = undefined;
        if (choices !== undefined) await persist(() => this.#calls.saveChoices(choices, signal));
        const edits = this.#edits.splice(0, fitting(this.#edits));
        if (edits.length > 0) await persist(() => this.#calls.saveEdits(edits, signal));
      }
      this.#notify({ isSaved: true, connection: null });
    } catch (error) {
      this.#notify({ connection: null, rejection: asSentence(error) });
    }
  }

  #notify(change: Partial<SaveStatus>): void {
    this.#saveStatus = { ...this.#saveStatus, ...change };
    this.#calls.onChange(this.#saveStatus);
  }
}

/** How many edits go into one request: at least one. */
function fitting(edits: readonly CellEdit[]): number {
  let characters = 0;
  const most = edits.slice(0, uploadLimits.editsInRequest).findIndex(({ text }, at) => {
    characters += text?.length ?? 0;
    return at > 0 && characters > maxCharacters;
  });
  return most === -1 ? uploadLimits.editsInRequest : most;
}

/** What failed, in words. */
export function asSentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
