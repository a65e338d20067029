-- Deals are filtered by whether files are attached to their leads (docs/decisions/lists.md):
-- without this, each deal's lead is read.
create index converted_leads_with_attachments on leads (converted_deal_id) include (partner_id, contact_id)
  where converted_deal_id is not null and has_attachments;
