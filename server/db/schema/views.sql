-- Named views of the lists, and the columns of the lists (docs/decisions/lists.md).

-- query: filters and order, as the address of the list has them. partner_id: of a view that all
-- people of the partner have; null: of its account alone.
create table views (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  partner_id text references partners (id),
  list text not null check (list in ('leads', 'deals')),
  name text not null,
  query text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index views_by_account on views (account_id);
create index views_by_partner on views (partner_id) where partner_id is not null;

-- Which views an account has in its side bar.
create table pinned_views (
  account_id text not null references accounts (id) on delete cascade,
  view_id text not null references views (id) on delete cascade,
  pinned_at timestamptz(3) not null default now(),
  primary key (account_id, view_id)
);
create index pinned_views_by_view on pinned_views (view_id);

-- The columns that an account chose last for each list, as the address of the list has them.
create table list_columns (
  account_id text not null references accounts (id) on delete cascade,
  list text not null check (list in ('leads', 'deals')),
  columns text not null,
  primary key (account_id, list)
);
