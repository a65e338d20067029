-- The leads that somebody submitted on a page of the portal, the last one first: its broker details
-- are offered for the next lead (decision 58). Leads of bulk uploads and programs are not in them.
create index leads_by_submitter on leads (created_by, created_at desc, id desc)
  where created_via = 'portal';
create index upstream_changes_by_submitter on upstream_changes (account_id, id desc)
  where kind = 'created' and via = 'portal';
