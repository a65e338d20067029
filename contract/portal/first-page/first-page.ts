import type { Session } from '#contract/portal/accounts.ts';
import { pageAddresses } from '#contract/portal/addresses.ts';
import { type RecordListName, recordLists } from '#contract/v1/record-types.ts';

/**
 * What a page is opened with: the responses that it would request first. The service writes them
 * into the document of a person who is signed in, with the page rendered from them.
 */
export interface FirstResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The element of a document that has its first responses, by `GET /portal/session`. */
export const firstResponsesId = 'first-responses';
/** The element of the app. index.html has it too. */
export const rootId = 'root';
/** The element that shows the page before its records are there. */
export const outlineId = 'outline';
/** The attribute of a server-rendered element with the style that the browser gives it. */
export const serverRenderedStyle = 'data-style';
/** The cookie with the time zone of the browser, in which the service renders times. */
export const timeZoneCookie = 'portal-time-zone';

/** The data from which the service renders a page. */
export interface ServerRenderInput {
  /** The path and query of the page. */
  readonly address: string;
  readonly session: Session;
  /** The response of {@link firstList}; omitted: it is not there yet. */
  readonly list?: FirstResponse;
  /** The response of {@link ServerRenderer.homeAddress}; omitted: it is not there yet. */
  readonly home?: FirstResponse;
  /** The languages of the reader, the preferred one first. */
  readonly languages: readonly string[];
  /** An IANA name; undefined: it is not known. */
  readonly timeZone: string | undefined;
  /** The name of the portal, as its pages have it. */
  readonly portalName: string;
  /** In milliseconds. */
  readonly now: number;
}

/** What the service renders pages with. */
export interface ServerRenderer {
  /** Returns a page as HTML. */
  readonly renderOnServer: (input: ServerRenderInput) => string;
  /**
   * Returns the request for the home page, as the browser will send it; undefined where its time
   * zone is not known, which decides the day and the weeks.
   */
  readonly homeAddress: (input: ServerRenderInput) => string | undefined;
}

/** The endpoint of each list of an existing service. */
const specifiedLists: Readonly<Record<RecordListName, string>> = {
  leads: '/api/v1/lead',
  deals: '/api/v1/deal',
};

/** Returns the list that a page shows; undefined if it shows none. */
export function findList(pathname: string): RecordListName | undefined {
  return recordLists.find((list) => pageAddresses[list] === pathname);
}

/** Returns whether a page is a list of records, or one of them. */
export function isOfList(pathname: string): boolean {
  return recordLists.some((list) => `${pathname}/`.startsWith(`${pageAddresses[list]}/`));
}

/**
 * Returns the request for the records of a page, with which it begins; undefined if it has none.
 * Only paging parameters are understood: others are validated first, by more code. `isOwn`: whether
 * the records are the portal’s own (capability `home`).
 */
export function firstList(
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  isOwn: boolean,
): string | undefined {
  const list = findList(pathname);
  const hasOnlyPaging = /^(\?((page=[1-9]\d{0,5}|pageSize=([1-9]\d?|100))(&|$))*)?$/.test(search);
  return list === undefined || !hasOnlyPaging
    ? undefined
    : `${isOwn ? `/portal/${list}` : specifiedLists[list]}?${listQuery(new URLSearchParams(search)).toString()}`;
}

/**
 * Returns the query of the list request for the parameters of an address: paging first, then the
 * others in their order. The first page is requested before the client is loaded, and both have to
 * send the same text.
 */
export function listQuery(params: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams({
    page: params.get('page') ?? '1',
    pageSize: params.get('pageSize') ?? '20',
  });
  for (const [name, value] of params)
    if (name !== 'page' && name !== 'pageSize') query.append(name, value);
  return query;
}
