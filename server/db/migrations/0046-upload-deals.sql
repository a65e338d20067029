-- Deals are filtered by the bulk upload of their lead (docs/decisions/lists.md). The index of the
-- leads of deals has what is compared, so that the leads are not read; their rows are found by the
-- lead.
drop index converted_leads_by_deal;
create index converted_leads_by_deal on leads (converted_deal_id) include (id, partner_id, contact_id)
  where converted_deal_id is not null;
create index bulk_upload_rows_by_lead on bulk_upload_rows (lead_id) include (upload_id) where lead_id is not null;
