import { paging } from '#contract/v1/lists.ts';
import { type RowOutcome, rowOutcomes } from '#contract/web/bulk-uploads.ts';

/** Which page of a list an address asks for. */
export interface PageSearch {
  readonly page: number;
  readonly pageSize: number;
}

/** What of an upload's rows an address asks for. */
export interface ResultsSearch extends PageSearch {
  /** Rows with this outcome alone. */
  readonly outcome: RowOutcome | undefined;
}

/** The page an address asks for; what makes no sense there is as if it were absent. */
export function parsePageSearch(params: URLSearchParams): PageSearch {
  return {
    page: wholeOf(params.get('page'), paging.maxPage) ?? paging.page,
    pageSize: wholeOf(params.get('pageSize'), paging.maxPageSize) ?? paging.pageSize,
  };
}

/** The rows an address asks for. */
export function parseResultsSearch(params: URLSearchParams): ResultsSearch {
  const outcome = rowOutcomes.find((one) => one === params.get('outcome'));
  return { ...parsePageSearch(params), outcome };
}

/** The address of a search; what is as always is left out. */
export function resultsParams(search: PageSearch & Partial<ResultsSearch>): URLSearchParams {
  const params = new URLSearchParams();
  if (search.outcome !== undefined) params.set('outcome', search.outcome);
  if (search.page !== paging.page) params.set('page', String(search.page));
  if (search.pageSize !== paging.pageSize) params.set('pageSize', String(search.pageSize));
  return params;
}

/** Where an upload's unknown rows stand. */
export function unknownRowsParams(): URLSearchParams {
  const { page, pageSize } = paging;
  return resultsParams({ page, pageSize, outcome: 'unknown' });
}

function wholeOf(text: string | null, most: number): number | undefined {
  if (text === null || !/^[1-9]\d{0,9}$/.test(text) || Number(text) > most) return undefined;
  return Number(text);
}
