import { describeListNews, type ListNews } from '#src/lib/list-news.ts';

import { NewRows } from './new-rows.tsx';

export interface PendingNewsProps {
  news: ListNews;
  /** What one row is: `lead`. Default: `row`. */
  recordType: string | undefined;
  /** Shows the news; null if they are on another page. */
  onShow: (() => void) | null;
}

// Loaded when a list has news.

/** Says what a list shows on request. */
export function PendingNews({ news, recordType, onShow }: PendingNewsProps) {
  return <NewRows {...describeListNews(news, recordType)} onShow={onShow} />;
}
