/** Says why a query could not be loaded or is not loaded yet, and whether it is retried. */
export interface LoadError {
  /** Whether the query has failed; otherwise the response is only late. */
  readonly hasFailed: boolean;
  /** The reason: a sentence with its full stop, the same from retry to retry. */
  readonly why: string;
  /** Whether the record does not exist. */
  readonly isNotFound: boolean;
  /** Whether the user has no access to the record. */
  readonly isForbidden: boolean;
  /** Whether the query is retried automatically. */
  readonly isTemporary: boolean;
  /** The time of the last failure, in milliseconds since the epoch; 0 if there was none. */
  readonly failedAt: number;
  /**
   * When the data that is still shown was loaded, in milliseconds since the epoch; undefined if
   * none was.
   */
  readonly loadedAt: number | undefined;
  /** The ID for which support asks. */
  readonly requestId: string | undefined;
  /** Whether a retry started by the user is running. */
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}
