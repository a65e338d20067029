-- Numbers of leads and deals, kept by triggers: counting a hundred thousand records for each number
-- takes longer than a page may. They stay few and small however many records there are
-- (docs/decisions/counts-and-totals.md, docs/decisions/lists.md).

-- How many records a contact has.
create table lead_totals (
  contact_id text not null,
  partner_id text not null,
  total bigint not null,
  primary key (contact_id, partner_id)
);
create index lead_totals_by_partner on lead_totals (partner_id);

create table deal_totals (
  contact_id text not null,
  partner_id text not null,
  total bigint not null,
  primary key (contact_id, partner_id)
);
create index deal_totals_by_partner on deal_totals (partner_id);

-- What the two tables below do not yet include, written in the transaction of each change. Writers
-- only insert, so none waits for another. A number is always the total and its changes together.
-- has_deal: of leads only. created_at: when the records were created, so that a change belongs to
-- one block.
create table total_changes (
  record_type text not null check (record_type in ('lead', 'deal')),
  partner_id text not null,
  contact_id text not null,
  status text not null,
  sub_status text not null,
  has_deal boolean default false,
  change bigint not null,
  has_request boolean not null default false,
  created_at timestamptz(3) not null
)
-- Read whole, and emptied every second.
with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- By status: the records of a contact; of a partner, where contact_id is ''; of everybody, where
-- both are. By status, not by whom it waits for, which only the contract says.
create table status_totals (
  record_type text not null,
  partner_id text not null,
  contact_id text not null,
  status text not null,
  sub_status text not null,
  has_request boolean not null,
  total bigint not null,
  primary key (contact_id, partner_id, record_type, status, sub_status, has_request)
);
-- What waits for partners, by partner: support reads it among the totals of all of them.
create index status_totals_of_partners on status_totals (status) where contact_id = '' and partner_id <> '';
create index sub_status_totals_of_partners on status_totals (sub_status) where contact_id = '' and partner_id <> '';
create index request_totals on status_totals (partner_id) where has_request;
-- What waits for a partner, by contact: a partner admin reads it among the totals of all contacts.
create index status_totals_by_partner on status_totals (partner_id, status);
create index sub_status_totals_by_partner on status_totals (partner_id, sub_status);

-- Blocks of records in the order of their creation, of the same owners, in which a page far behind
-- and the leads of a week are found: how many were created from a time until the next block begins,
-- and how many of them, as leads, became deals. The first block of an owner begins at -infinity.
-- before: how many records of the owner were created before the block, so that a page by number is
-- found in an index. New records come last: the blocks before them stay as they are.
create table creation_blocks (
  record_type text not null,
  partner_id text not null,
  contact_id text not null,
  starts_at timestamptz(3) not null,
  total bigint not null,
  converted bigint not null,
  before bigint not null default 0,
  primary key (contact_id, partner_id, record_type, starts_at)
);
create index creation_blocks_by_place on creation_blocks (contact_id, partner_id, record_type, before, starts_at);
