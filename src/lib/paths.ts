/**
 * Search parameters of a list, as the list's own `*.search.ts` writes them: without the question
 * mark, or empty.
 */
type Search = string | URLSearchParams;

function withSearch(path: string, search: Search = ''): string {
  const text = String(search);
  return text === '' ? path : `${path}?${text}`;
}

function withId(path: string, id: string): string {
  return `${path}/${encodeURIComponent(id)}`;
}

/** Every path of the portal. Links use only these functions. */
export const paths = {
  /** Redirects to the leads; for support, to the deals. */
  home: () => '/',
  signIn: () => '/sign-in',
  leads: (search?: Search) => withSearch('/leads', search),
  newLead: () => '/leads/new',
  lead: (id: string) => withId('/leads', id),
  deals: (search?: Search) => withSearch('/deals', search),
  deal: (id: string) => withId('/deals', id),
  bulkUpload: () => '/bulk-upload',
  bulkUploadOne: (id: string, search?: Search) => withSearch(withId('/bulk-upload', id), search),
  profile: () => '/profile',
  /** Served by the service, outside the portal. */
  apiDocs: () => '/api/docs',
};
