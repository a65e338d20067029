/** What the specification leaves open ("not shown") and an operator's service has decided one way or the other. */
export interface OpenPoints {
  /** Where leads are created, below `/api/v1`. */
  readonly creationPath: string;
  /** Where attachments are uploaded (by POST), below `/api/v1`. */
  readonly attachmentPath: string;
  /** The member of the PATCH body that holds the fields; null: the body is the fields. */
  readonly updateWrapper: string | null;
  /** What a PATCH answers: the whole lead, or 200 with an empty body. */
  readonly updateAnswer: 'record' | 'nothing';
  readonly firstPage: 0 | 1;
  readonly defaultPageSize: number;
  /** A larger `pageSize` gives this many records without a word. */
  readonly maxPageSize: number;
  /** The header that counts all records of a list; null: none does. */
  readonly countHeader: string | null;
}

/** The simplest reading of each. */
export const simplestReading: OpenPoints = {
  creationPath: '/lead',
  attachmentPath: '/attachment',
  updateWrapper: 'fields',
  updateAnswer: 'record',
  firstPage: 1,
  defaultPageSize: 20,
  maxPageSize: 100,
  countHeader: null,
};

/** What can change while the service runs: its paths cannot. */
export type ChangeablePoints = Omit<OpenPoints, 'creationPath' | 'attachmentPath'>;
