-- What people recognise their own sessions by, and when somebody was last seen.

alter table sessions add column user_agent text not null default '';
alter table sessions add column address text not null default '';
-- Stored at most every 5 minutes, as expires_at is.
alter table sessions add column last_used_at timestamptz not null default now();

-- When a person last used the portal. Stays when the session ends.
create table last_seen (
  account_id text primary key references accounts (id) on delete cascade,
  at timestamptz not null
);
