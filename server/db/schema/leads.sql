-- Leads.

-- fields: the creation fields that have a value, in the shape of a request (amounts as JSON
-- numbers). operator_fields: fields that only the operator sets, in the shape of a response.
-- search: the words of the lead, case-folded by the service.
-- created_by, updated_by: an account, or a key of the operator. They have no foreign keys, because
-- accounts are never deleted. Together with created_via and updated_via they say who did it; a lead
-- that is older than its history was created via 'unknown'.
-- has_attachments, has_request: whether files are attached, and whether a request on the lead waits
-- for the partner, so that filters look into no other table; maintained by triggers.
-- The times of creation have no default: the trigger set_creation_times sets them.
create table leads (
  id text not null,
  partner_id text not null,
  contact_id text not null,
  status text not null,
  sub_status text not null,
  status_since timestamptz(3) not null,
  sub_status_since timestamptz(3) not null,
  last_activity_at timestamptz(3),
  last_call_at timestamptz(3),
  calls_made integer not null default 0,
  converted_deal_id text,
  created_at timestamptz(3) not null,
  created_by text not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  version integer not null default 1,
  fields jsonb not null,
  operator_fields jsonb not null default '{}',
  search text not null,
  amount_requested numeric(14, 2) generated always as ((fields ->> 'amountRequested')::numeric) stored,
  duplicate_keys text[] not null generated always as (lead_duplicate_keys(fields)) stored,
  updated_via text not null default 'portal',
  created_via text not null default 'portal',
  has_attachments boolean not null default false,
  has_request boolean not null default false,
  -- With the partner: see deals.
  primary key (id, partner_id),
  foreign key (partner_id, contact_id) references contacts (partner_id, id),
  constraint leads_converted_deal_fkey foreign key (converted_deal_id, partner_id) references deals (id, partner_id)
)
-- An index finds a record without reading it only once its table has been vacuumed since it was
-- created. By default that happens after a fifth of the table was added: among a million leads,
-- orders would be slow after many uploads. Without dead rows the indexes are not touched.
with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);

-- Parts of words.
create index leads_by_words on leads using gin (search gin_trgm_ops);
-- The lists of a partner admin and of support, filtered by status. Without these, finding a rare
-- status reads all leads.
create index leads_by_partner_status on leads (partner_id, status, created_at desc, id desc);
create index leads_by_status on leads (status, created_at desc, id desc);
-- Leads that seem to be for the same client. Without fastupdate: each of the thousands of keys of
-- one query would read the whole pending list.
create index leads_by_duplicate_key on leads using gin (duplicate_keys) with (fastupdate = off);

-- The orders of the lists (docs/decisions/lists.md): without these, ordering by the last change or
-- by amount reads all leads of the reader. One index for each order, whoever reads: whose leads are
-- a large share of all finds a page among the first entries.
create index leads_by_update on leads (updated_at, id) include (partner_id);
create index leads_by_status_since on leads (status_since, id) include (partner_id);
create index leads_by_sub_status_since on leads (sub_status_since, id) include (partner_id);
create index leads_by_activity on leads (coalesce(last_activity_at, created_at), id) include (partner_id);
-- Leads without an amount come last in both directions.
create index leads_by_amount on leads (coalesce(amount_requested, -1), id) include (partner_id);
create index leads_by_amount_ascending on leads (coalesce(amount_requested, 1e15), id) include (partner_id);

-- What few leads have is found without passing the others.
create index leads_by_sub_status on leads (sub_status, created_at desc, id desc);
create index leads_by_partner_sub_status on leads (partner_id, sub_status, created_at desc, id desc);
create index leads_with_attachments on leads (created_at desc, id desc) where has_attachments;
create index leads_of_partner_with_attachments on leads (partner_id, created_at desc, id desc) where has_attachments;
-- Which of the stored totals by status have become deals (docs/decisions/counts-and-totals.md).
create index leads_with_deal on leads (partner_id, contact_id) include (status, sub_status, converted_deal_id)
  where converted_deal_id is not null;
-- The partner's leads of a client, by the first words of search: first name, last name and company.
-- Most names differ within 100 characters.
create index leads_by_client on leads (partner_id, left(search, 100) text_pattern_ops);

-- Deals are filtered by what their leads have: files, a bulk upload. What is compared is in the
-- index, so that no lead is read.
create index converted_leads_with_attachments on leads (converted_deal_id) include (partner_id, contact_id)
  where converted_deal_id is not null and has_attachments;
create index converted_leads_by_deal on leads (converted_deal_id) include (id, partner_id, contact_id)
  where converted_deal_id is not null;

-- The leads with broker details that somebody submitted in the portal, the last one first: they are
-- offered for the next lead (docs/decisions/creating-leads.md). Leads of bulk uploads and programs
-- are not in it. No other index has “nulls last”, so that the planner finds the last one here.
create index leads_by_submitter on leads (created_by, contact_id, created_at desc nulls last)
  where created_via = 'portal' and fields ?| array['callClientOrBroker', 'callOnBehalfOf', 'brokerContactName',
    'brokerContactEmail', 'brokerContactNumber'];

-- Numbers typed without their separators, and the last letters of an id.
create index leads_by_joined_numbers on leads using gin (joined_numbers(fields))
  where joined_numbers(fields) is not null;
create index leads_by_end_of_id on leads (right(id, 6) text_pattern_ops);

-- Most lists find the few leads with a request here, beside those of a status.
create index leads_with_request on leads (partner_id, contact_id, id) where has_request;

-- The list of each reader, newest first, has everything that leads are filtered, ordered and
-- counted by: what its index finds needs no lead to be read. Home counts what others created, and
-- passes over what the reader did: so the indexes of a partner's leads say who created them.
create index leads_by_creation on leads (created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, partner_id, contact_id, updated_at,
  has_attachments, has_request);
create index leads_by_contact on leads (contact_id, created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, updated_at, last_activity_at, amount_requested,
  has_attachments, has_request, created_by);
create index leads_by_partner on leads (partner_id, created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, contact_id, updated_at, last_activity_at,
  amount_requested, has_attachments, has_request, created_by);

-- The leads that have waited longest: the first ones of each status and sub-status, by the time
-- that says since when. In an order of all leads, those that have ended long ago come before them,
-- and without any lead to find all are read (docs/decisions/counts-and-totals.md). Home lists what
-- waits by status without requests: the index has only those, so that no lead of another partner is
-- read to find out.
create index leads_by_wait on leads (status, sub_status, sub_status_since, id) include (partner_id, contact_id)
  where not has_request;
create index leads_by_status_wait on leads (status, sub_status, status_since, id) include (partner_id, contact_id)
  where not has_request;
