/**
 * Points that the specification leaves open (“not shown”) and that each operator’s service
 * decides.
 */
export interface OpenPoints {
  /** The member of the PATCH body that contains the fields; null: the body is the fields. */
  readonly updateWrapper: string | null;
  /** The response to a PATCH: the whole lead, or 200 with an empty body. */
  readonly updateResponse: 'record' | 'nothing';
  readonly firstPage: 0 | 1;
  readonly defaultPageSize: number;
  /** A larger `pageSize` silently returns this many records. */
  readonly maxPageSize: number;
  /** The header with the number of all records of a list; null: none. */
  readonly countHeader: string | null;
}

/** The simplest interpretation of each point. */
export const simplestPoints: OpenPoints = {
  updateWrapper: 'fields',
  updateResponse: 'record',
  firstPage: 1,
  defaultPageSize: 20,
  maxPageSize: 100,
  countHeader: null,
};
