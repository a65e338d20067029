/** What a page of a list does not show until somebody asks for it, so that no row moves. */
export type ListNews =
  /** New rows above those that are shown. */
  | { readonly kind: 'new'; readonly count: number }
  /** New rows on page 1, while another page is shown. */
  | { readonly kind: 'elsewhere' }
  /** Rows were added, removed or moved in another way. */
  | { readonly kind: 'changed' };

/**
 * Returns the text of the news of a list, "3 new leads", and the short text for a phone, "3 new".
 * `recordType` is what one row is: `lead`.
 */
export function describeListNews(news: ListNews, recordType = 'row') {
  switch (news.kind) {
    case 'new':
      return {
        text: `${news.count} new ${recordType}${news.count === 1 ? '' : 's'}`,
        short: `${news.count} new`,
      };
    case 'elsewhere':
      return { text: `New ${recordType}s on page 1`, short: 'New on page 1' };
    default:
      return { text: 'This page has changed', short: 'Changed' };
  }
}
