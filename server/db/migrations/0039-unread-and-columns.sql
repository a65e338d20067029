-- What is unread, and the columns of the lists (docs/decisions/lists.md).

-- What others have changed since a moment includes files whose type was corrected or that were
-- withdrawn.
drop index changes_by_contact, changes_by_partner, changes_by_time;
create index changes_by_contact on changes (contact_id, at desc)
  where kind in ('changed', 'call', 'attached', 'file-changed', 'file-withdrawn');
create index changes_by_partner on changes (partner_id, at desc)
  where kind in ('changed', 'call', 'attached', 'file-changed', 'file-withdrawn');
create index changes_by_time on changes (at desc)
  where kind in ('changed', 'call', 'attached', 'file-changed', 'file-withdrawn');

-- Up to which entry of its history an account has read a record that it opened, since it last
-- marked everything as read (home_visits).
create table record_reads (
  account_id text not null references accounts (id) on delete cascade,
  record_id text not null,
  change_id bigint not null,
  read_at timestamptz(3) not null,
  primary key (account_id, record_id)
);

-- The columns that an account chose last for each list, as the address of the list has them.
create table list_columns (
  account_id text not null references accounts (id) on delete cascade,
  list text not null check (list in ('leads', 'deals')),
  columns text not null,
  primary key (account_id, list)
);
