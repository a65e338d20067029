-- The leads with broker details that somebody submitted in the portal, the last one first: they are
-- offered for the next lead (docs/decisions/creating-leads.md). Leads of bulk uploads and programs
-- are not in them. No other index has “nulls last”, so that the planner finds the last one in
-- these.
create index leads_by_submitter on leads (created_by, contact_id, created_at desc nulls last)
  where created_via = 'portal' and fields ?| array['callClientOrBroker', 'callOnBehalfOf', 'brokerContactName',
    'brokerContactEmail', 'brokerContactNumber'];
create index upstream_changes_by_submitter on upstream_changes (account_id, id desc nulls last)
  where kind = 'created' and via = 'portal' and current ?| array['callClientOrBroker', 'callOnBehalfOf',
    'brokerContactName', 'brokerContactEmail', 'brokerContactNumber'];
