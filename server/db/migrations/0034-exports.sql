-- Who exported which records. The search and the filters are kept only while the file can be
-- downloaded, because they may name a person.
create table exports (
  id text primary key,
  account_id text not null references accounts (id),
  -- null: support.
  partner_id text references partners (id),
  list text not null check (list in ('leads', 'deals')),
  query text,
  is_filtered boolean not null,
  total integer,
  sent integer not null default 0,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index exports_by_account on exports (account_id, created_at);
create index exports_by_partner on exports (partner_id, created_at);
create index exports_by_age on exports (created_at);
