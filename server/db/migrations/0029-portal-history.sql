-- In front of an existing service: what was done to its leads through this portal, each entry
-- written once that service had accepted it (docs/decisions/history-and-feed.md).

-- former, current: the changed values by field, in the shapes of responses. A field that former
-- lacks has a value before that is not known. 'attached' has the file's type, name and id. A lead
-- that a bulk upload created has no values, but the row.
create table upstream_changes (
  id bigint generated always as identity primary key,
  record_id text not null,
  kind text not null check (kind in ('created', 'changed', 'attached', 'erased')),
  at timestamptz(3) not null default now(),
  -- null: the operator, by a command.
  account_id text references accounts (id),
  via text not null check (via in ('portal', 'api', 'bulk-upload', 'command')),
  former jsonb not null default '{}',
  current jsonb not null default '{}',
  upload_id text,
  row_number integer,
  check ((account_id is null) = (via = 'command'))
);
create index upstream_changes_by_record on upstream_changes (record_id, id desc);
-- A repeated request gets the same response, and is no further creation or file.
create unique index upstream_changes_creations on upstream_changes (record_id) where kind = 'created';
create unique index upstream_changes_files on upstream_changes (record_id, (current ->> 'attachmentId'))
  where kind = 'attached';

-- Append-only like the history of the portal's own records (migration 0020).
create trigger history_kept before update or delete on upstream_changes for each row
  execute function refuse_to_change_history();
create trigger history_kept_whole before truncate on upstream_changes for each statement
  execute function refuse_to_change_history();

-- Partners and contacts: who changed them last, and their history.
-- updated_by: a key of the operator; null: a command on the service's machine.
alter table partners add column updated_at timestamptz(3) not null default now(), add column updated_by text,
  add column updated_via text not null default 'command' check (updated_via in ('operator', 'command'));
alter table contacts add column updated_at timestamptz(3) not null default now(), add column updated_by text,
  add column updated_via text not null default 'command' check (updated_via in ('operator', 'command'));
update partners set updated_at = created_at;
update contacts set updated_at = created_at;

-- Like changes (migration 0020): written by triggers in the transaction of the change, with the
-- values by their field in responses.
create table partner_changes (
  id bigint generated always as identity primary key,
  record_id text not null,
  kind text not null check (kind in ('known', 'created', 'changed')),
  at timestamptz(3) not null,
  by text,
  via text not null check (via in ('operator', 'command', 'unknown')),
  former jsonb not null default '{}',
  current jsonb not null default '{}'
);
create index partner_changes_by_record on partner_changes (record_id, id desc);

create function partner_values(row_values jsonb) returns jsonb language sql immutable parallel safe
return jsonb_strip_nulls(jsonb_build_object('name', row_values -> 'name', 'partnerId', row_values -> 'partner_id',
  'firstName', row_values -> 'first_name', 'lastName', row_values -> 'last_name', 'email', row_values -> 'email'));

create function record_partner_change() returns trigger language plpgsql as $$
declare
  before jsonb = case tg_op when 'UPDATE' then partner_values(to_jsonb(old)) else '{}' end;
  after jsonb = partner_values(to_jsonb(new));
begin
  if before <> after then
    insert into partner_changes (record_id, kind, at, by, via, former, current)
      values (new.id, case tg_op when 'UPDATE' then 'changed' else 'created' end, new.updated_at, new.updated_by,
        new.updated_via, differing_values(before, after), differing_values(after, before));
  end if;
  return null;
end $$;

insert into partner_changes (record_id, kind, at, via, current)
  select id, 'known', now(), 'unknown', partner_values(to_jsonb(partners)) from partners order by created_at, id;
insert into partner_changes (record_id, kind, at, via, current)
  select id, 'known', now(), 'unknown', partner_values(to_jsonb(contacts)) from contacts order by created_at, id;

create trigger partner_recorded after insert or update on partners for each row
  execute function record_partner_change();
create trigger contact_recorded after insert or update on contacts for each row
  execute function record_partner_change();
create trigger history_kept before update or delete on partner_changes for each row
  execute function refuse_to_change_history();
create trigger history_kept_whole before truncate on partner_changes for each statement
  execute function refuse_to_change_history();
