/** Why something could not be read just now, or is not read yet, and what is done about it. */
export interface LoadError {
  /** It was tried and failed; otherwise the answer is only late. */
  readonly hasFailed: boolean;
  /** The same words from try to try. Without a full stop where it passes by itself, a whole sentence where it does not. */
  readonly why: string;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** Whether it is tried again without being asked. */
  readonly passes: boolean;
  /** When it failed last, in milliseconds; 0: never. */
  readonly triedAt: number;
  /** When what is still shown was read, in milliseconds; undefined where nothing was. */
  readonly readAt: number | undefined;
  /** What support asks for. */
  readonly requestId: string | undefined;
  /** The person's own try runs. */
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}
