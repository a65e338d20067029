-- Who exported which records. The search, the filters and the records that were selected one by one
-- are kept only while the file can be downloaded, because they may name a person.
create table exports (
  id text not null,
  account_id text not null references accounts (id),
  -- Empty: support. It therefore refers to no partner.
  partner_id text not null,
  list text not null check (list in ('leads', 'deals')),
  query text,
  is_filtered boolean not null,
  total integer,
  sent integer not null default 0,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  ids text[],
  primary key (id, partner_id)
);
create index exports_by_account on exports (account_id, created_at);
create index exports_by_partner on exports (partner_id, created_at);
create index exports_by_age on exports (created_at);
