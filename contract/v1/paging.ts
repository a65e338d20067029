import { wholeNumber } from './list-parameters.ts';

/**
 * Defaults and limits of paging (design, section 3). Pages count from 1. A larger page number than
 * `maxPage`, which no list reaches, is read as `maxPage`.
 */
export const paging = { page: 1, pageSize: 20, maxPageSize: 100, maxPage: 1_000_000_000 };

/** The query parameters that select a page of a list. */
export const pageParameters = {
  page: wholeNumber({ absent: paging.page }, (page) => Math.min(page, paging.maxPage)),
  pageSize: wholeNumber({ max: paging.maxPageSize, absent: paging.pageSize }),
};

/** Maximum number of records to count for a filtered list. A larger total is omitted. */
export const maxFilteredTotal = 10_000;
