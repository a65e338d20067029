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
