/**
 * The address of every page of the portal; `:id` stands for a record's ID. The router's paths, the
 * functions that write links (src/lib/paths.ts) and the pages that the service serves derive from
 * it.
 */
export const pageAddresses = {
  /**
   * Redirects to the home page; in front of an existing service, to the leads, and for support to
   * the deals.
   */
  start: '/',
  home: '/home',
  signIn: '/sign-in',
  leads: '/leads',
  newLead: '/leads/new',
  drafts: '/leads/drafts',
  /** Both lead to the audit trail. */
  bulkChanges: '/leads/changes',
  bulkChange: '/leads/changes/:id',
  lead: '/leads/:id',
  deals: '/deals',
  deal: '/deals/:id',
  bulkUpload: '/bulk-upload',
  bulkUploadOne: '/bulk-upload/:id',
  people: '/people',
  profile: '/profile',
  audit: '/audit',
} as const;

/** The address of the API documentation, which is not a page of the portal. */
export const apiDocsAddress = '/api/docs';

/** The address of a page. */
export type PageAddress = (typeof pageAddresses)[keyof typeof pageAddresses];
