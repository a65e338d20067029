/**
 * Returns the parameters of an address of the list of deals as they are now. Until 2026-11-28 deals
 * were also shown as a board, whose columns were the statuses: the list is grouped by status.
 */
export function toCurrentDeals(params: URLSearchParams): URLSearchParams {
  if (!params.has('view')) return params;
  const current = new URLSearchParams(params);
  if (params.get('view') === 'board') current.set('group', 'status');
  for (const name of ['view', 'column']) current.delete(name);
  return current;
}
