-- The home page: what is unread, what was left out of what waits, and who is told of it by email.

-- When an account last marked everything on its home page as read.
create table home_visits (
  account_id text primary key references accounts (id),
  seen_at timestamptz(3) not null
);

-- Up to which entry of its history an account has read a record that it opened, since it last
-- marked everything as read.
create table record_reads (
  account_id text not null references accounts (id) on delete cascade,
  record_id text not null,
  change_id bigint not null,
  read_at timestamptz(3) not null,
  partner_id text not null,
  primary key (account_id, record_id, partner_id)
);

-- Records that are left out of what waits: for the account until a time; for the whole partner,
-- where until is null. Either ends when the operator changes the record, or asks for something.
create table snoozes (
  record_id text not null,
  partner_id text not null references partners (id),
  account_id text not null references accounts (id) on delete cascade,
  until timestamptz(3),
  primary key (record_id, account_id, partner_id)
);
create index snoozes_by_partner on snoozes (partner_id);

-- Notices by email of what waits: when each person is told.
create table notices (
  account_id text primary key references accounts (id) on delete cascade,
  kind text not null check (kind in ('off', 'at-once', 'daily')),
  time_zone text not null,
  -- What began to wait before this time has been told.
  notified_at timestamptz not null,
  -- The process that takes a notice moves this on, so that no other takes it; if the email is not
  -- sent, it is tried again then.
  due_at timestamptz(3) not null,
  tries integer not null default 0
);
create index notices_by_time on notices (due_at);
