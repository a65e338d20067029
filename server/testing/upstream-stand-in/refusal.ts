/** An answer that is not a success: its status code and the sentence in `{error}`. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404;

  constructor(status: Refusal['status'], sentence: string) {
    super(sentence);
    this.status = status;
  }
}
