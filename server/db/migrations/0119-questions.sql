-- Questions of the partner's people to the lender, about a lead or deal: requests the other way
-- round (docs/decisions/operator-and-requests.md).

-- partner_id, contact_id: the owner of the record. created_by: the account that asked.
-- answer, answered_at: what the lender said last, and when; empty and null until it does. The texts
-- are empty once a person's data were erased.
create table questions (
  id text not null,
  record_type text not null check (record_type in ('lead', 'deal')),
  record_id text not null,
  partner_id text not null references partners (id),
  contact_id text not null references contacts (id),
  text text not null,
  answer text not null default '',
  answered_at timestamptz(3),
  created_at timestamptz(3) not null default write_time(),
  created_by text not null,
  updated_at timestamptz(3) not null default write_time(),
  updated_by text not null,
  updated_via text not null,
  version integer not null default 1,
  primary key (id, partner_id)
);
create index questions_by_record on questions (record_id, created_at desc, id desc);
create index questions_by_creation on questions (created_at desc, id desc);
-- What waits for the lender, of all partners.
create index questions_open on questions (created_at desc, id desc) where answered_at is null;
