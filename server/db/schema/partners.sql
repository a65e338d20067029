-- Partners, their contacts, and the history of both.

-- updated_by: a key of the operator; null: a command on the service's machine.
create table partners (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by text,
  updated_via text not null default 'command' check (updated_via in ('operator', 'command'))
);
create unique index partners_by_name on partners (lower(name));

-- The name and email of a contact follow those of its account: 'portal'.
create table contacts (
  id text primary key,
  partner_id text not null references partners (id),
  first_name text not null,
  last_name text not null,
  email text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by text,
  updated_via text not null default 'command' check (updated_via in ('operator', 'command', 'portal')),
  -- Accounts and records refer to both: their partner is that of the contact.
  unique (partner_id, id)
);

-- Written by triggers in the transaction of the change, like changes (history.sql), with the values
-- by their field in responses. 'known': a partner or contact that is older than this table.
create table partner_changes (
  id bigint generated always as identity primary key,
  record_id text not null,
  kind text not null check (kind in ('known', 'created', 'changed')),
  at timestamptz(3) not null,
  by text,
  via text not null check (via in ('operator', 'command', 'portal', 'unknown')),
  former jsonb not null default '{}',
  current jsonb not null default '{}'
);
create index partner_changes_by_record on partner_changes (record_id, id desc);
