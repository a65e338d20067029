import { type RowOutcome, rowOutcomes } from '#contract/bulk-upload/bulk-uploads.ts';
import { paging } from '#contract/v1/lists.ts';

/** The page of a list that an address requests. */
export interface PageSearch {
  readonly page: number;
  readonly pageSize: number;
}

/** The rows of an upload that an address requests. */
export interface ResultsSearch extends PageSearch {
  /** Shows only rows with this outcome. */
  readonly outcome: RowOutcome | undefined;
}

/** Returns the page that an address requests. Invalid parameters count as absent. */
export function parsePageSearch(params: URLSearchParams): PageSearch {
  return {
    page: wholeOf(params.get('page'), paging.maxPage) ?? paging.page,
    pageSize: wholeOf(params.get('pageSize'), paging.maxPageSize) ?? paging.pageSize,
  };
}

/** Returns the rows that an address requests. */
export function parseResultsSearch(params: URLSearchParams): ResultsSearch {
  const outcome = rowOutcomes.find((one) => one === params.get('outcome'));
  return { ...parsePageSearch(params), outcome };
}

/** Returns the query parameters of a search, without default values. */
export function resultsParams(search: PageSearch & Partial<ResultsSearch>): URLSearchParams {
  const params = new URLSearchParams();
  if (search.outcome !== undefined) params.set('outcome', search.outcome);
  if (search.page !== paging.page) params.set('page', String(search.page));
  if (search.pageSize !== paging.pageSize) params.set('pageSize', String(search.pageSize));
  return params;
}

/** Returns the query parameters that show an upload's unknown rows. */
export function unknownRowsParams(): URLSearchParams {
  const { page, pageSize } = paging;
  return resultsParams({ page, pageSize, outcome: 'unknown' });
}

function wholeOf(text: string | null, most: number): number | undefined {
  if (text === null || !/^[1-9]\d{0,9}$/.test(text) || Number(text) > most) return undefined;
  return Number(text);
}
