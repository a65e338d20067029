/** A response that is not a success: its status code and the sentence in `{error}`. */
export class StandInError extends Error {
  readonly status: 400 | 401 | 403 | 404;

  constructor(status: StandInError['status'], sentence: string) {
    super(sentence);
    this.status = status;
  }
}
