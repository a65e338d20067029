-- Deals.

-- operator_fields: fields that only the operator sets, in the shape of a response.
-- search: the words of the deal, case-folded by the service. lead_search: those of every lead that
-- refers to the deal, written only by the trigger keep_lead_search: it is found by them too.
-- created_by, updated_by: an account, or a key of the operator. They have no foreign keys, because
-- accounts are never deleted. Together with created_via and updated_via they say who did it.
-- has_request: whether a request on the deal waits for the partner, maintained by the trigger
-- keep_has_request.
-- The times of creation have no default: the trigger set_creation_times sets them.
create table deals (
  id text not null,
  partner_id text not null,
  contact_id text not null,
  name text not null,
  amount numeric(14, 2),
  status text not null,
  sub_status text not null,
  status_since timestamptz(3) not null,
  sub_status_since timestamptz(3) not null,
  last_activity_at timestamptz(3),
  last_call_at timestamptz(3),
  calls_made integer not null default 0,
  created_at timestamptz(3) not null,
  created_by text not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  version integer not null default 1,
  operator_fields jsonb not null default '{}',
  search text not null,
  lead_search text not null default '',
  created_via text not null default 'operator',
  updated_via text not null default 'operator',
  has_request boolean not null default false,
  -- Each key of a table of records ends with the partner, as distributed tables need it
  -- (docs/decisions/database.md): at the end, so that a row is still found by its id alone.
  primary key (id, partner_id),
  foreign key (partner_id, contact_id) references contacts (partner_id, id)
);

-- The lists of a broker, a partner admin and support, newest first.
create index deals_by_contact on deals (contact_id, created_at desc, id desc);
create index deals_by_partner on deals (partner_id, created_at desc, id desc);
create index deals_by_creation on deals (created_at desc, id desc);
-- Parts of words.
create index deals_by_words on deals using gin (search gin_trgm_ops);
create index deals_by_lead_words on deals using gin (lead_search gin_trgm_ops);
-- By whom they wait for, which their sub-status says, those that wait longest first.
create index deals_by_contact_wait on deals (contact_id, sub_status, sub_status_since, id) include (status);
create index deals_by_partner_wait on deals (partner_id, sub_status, sub_status_since, id) include (status, contact_id);
create index deals_by_wait on deals (sub_status, sub_status_since, id) include (status, partner_id);
-- The board: how many have each status, the sum of their amounts, and the pages of each column.
-- Without these, finding a rare status reads all deals. Sums need no records.
create index deals_by_contact_status on deals (contact_id, status, created_at desc, id desc) include (amount);
create index deals_by_partner_status on deals (partner_id, status, created_at desc, id desc) include (amount);
create index deals_by_status on deals (status, created_at desc, id desc);
-- Numbers typed without their separators, and the last letters of an id.
create index deals_by_joined_numbers on deals using gin (joined_numbers(operator_fields))
  where joined_numbers(operator_fields) is not null;
create index deals_by_end_of_id on deals (right(id, 6) text_pattern_ops);
-- Most lists find the few deals with a request here, beside those of a status.
create index deals_with_request on deals (partner_id, contact_id, id) where has_request;
