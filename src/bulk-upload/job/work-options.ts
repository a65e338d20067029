import type { Sheet, ValidationContext } from '#src/bulk-upload/rows/sheet.ts';

import type { ChoiceMemory } from './choice-memory.ts';

/** The parts of its surroundings that an upload needs. */
export interface WorkOptions {
  /** Starts the worker that holds one file's rows. */
  readonly openSheet: () => Sheet;
  /** Returns the partner and contacts that rows may name. */
  readonly context: (signal: AbortSignal) => Promise<ValidationContext>;
  /** Returns whether the service can find rows that repeat a lead; known once the context is. */
  readonly canSearchLeads: () => boolean;
  /** Called when the list of the partner's uploads has changed. */
  readonly onUploads: () => void;
  /** Remembers choices for later files; without it, nothing does. */
  readonly memory?: ChoiceMemory;
}
