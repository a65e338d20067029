-- The audit trail: who did what, when, from where. Each entry is written in the transaction of the
-- act, and has the hash of the entry before it, so that a changed or missing entry is found.
--
-- Its functions and triggers stand here, with the tables: deploy/audit-owner.sql gives all of them
-- to a role that nobody signs in as, so that the service can neither replace nor delete them. Only
-- a migration changes them, and says that the file is to be run again.

-- A chain for each partner, and one for each actor who belongs to none: writers of one wait for
-- each other from the entry to the end of the transaction, those of different chains never.
create table audit_chains (
  id text primary key,
  -- Of the last entry.
  position bigint not null default 0,
  hash bytea not null default '',
  -- Of the last entry that was deleted because of its age.
  deleted_to bigint not null default 0,
  deleted_hash bytea not null default ''
) with (fillfactor = 50);

-- Who and what are ids: names are looked up when read. origin: from where, as JSON with a salt.
-- Only its hash is part of the chain, so that it can be erased.
create table audit_entries (
  id bigint generated always as identity,
  chain text not null references audit_chains (id),
  position bigint not null,
  at timestamptz(3) not null,
  kind text not null,
  actor_type text not null check (actor_type in ('account', 'operator-key', 'command', 'service', 'unknown')),
  actor_id text,
  partner_id text,
  subject_type text,
  subject_id text,
  details text not null default '{}',
  origin text,
  origin_hash bytea not null,
  hash bytea not null,
  primary key (chain, position)
);
create index audit_entries_by_id on audit_entries (id);
create index audit_entries_by_partner on audit_entries (partner_id, id);
create index audit_entries_by_actor on audit_entries (actor_id, id);
create index audit_entries_by_time on audit_entries (at);

-- The functions have the rights of their owner, and call nothing that another role could replace.

-- The text that is hashed is made the same way by the command that verifies the chain
-- (server/audit/verify-audit.store.ts).
create function chain_audit_entry() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  last public.audit_chains;
begin
  new.chain = coalesce(new.partner_id, new.actor_id, '');
  insert into public.audit_chains (id) values (new.chain) on conflict do nothing;
  select * into last from public.audit_chains where id = new.chain for update;
  new.position = last.position + 1;
  new.at = coalesce(new.at, clock_timestamp());
  new.origin_hash = sha256(convert_to(coalesce(new.origin, ''), 'UTF8'));
  new.hash = sha256(convert_to(array_to_string(array[encode(last.hash, 'hex'), new.chain, new.position::text,
    to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), new.kind, new.actor_type, new.actor_id,
    new.partner_id, new.subject_type, new.subject_id, new.details, encode(new.origin_hash, 'hex')], E'\n', ''),
    'UTF8'));
  update public.audit_chains set position = new.position, hash = new.hash where id = new.chain;
  return new;
end $$;
create trigger audit_chained before insert on audit_entries for each row execute function chain_audit_entry();

-- Entries are only added. Erasure empties the origin; retention deletes the oldest of a chain, by
-- delete_audit_entries alone, which says up to where. Anything else is rejected.
create function keep_audit_entries() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.origin is null and to_jsonb(new) - 'origin' = to_jsonb(old) - 'origin' then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('portal.audit_retention', true) = 'chain ' || old.chain then
    return old;
  end if;
  raise exception 'The audit trail is append-only.' using errcode = 'restrict_violation';
end $$;
create trigger audit_kept before update or delete on audit_entries for each row
  execute function keep_audit_entries();
create trigger audit_kept_whole before truncate on audit_entries for each statement
  execute function keep_audit_entries();

-- Says in the service's chain up to where a chain is deleted, and how many entries this time.
create function record_audit_deletion(deleted_chain text, entries bigint) returns void language sql security definer
  set search_path = pg_catalog, pg_temp as $$
  insert into public.audit_entries (kind, actor_type, details)
    select 'entries-deleted', 'service',
      json_build_object('chain', id, 'entries', entries, 'to', deleted_to)::text
    from public.audit_chains where id = deleted_chain
$$;

-- Deletes the entries of a chain that are from before a moment and have no later one before them,
-- and says so in the trail, in the same transaction. The hash of the last one stays, so that the
-- rest can be verified. What the service's chain says of the other chains is deleted with its
-- entries, and therefore said again.
create function delete_audit_entries(old_chain text, before timestamptz) returns bigint language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
declare
  last public.audit_entries;
  deleted bigint;
begin
  -- In this order, in which writers lock them too: first the end of the chain.
  perform from public.audit_chains where id = old_chain for update;
  select * into last from public.audit_entries where chain = old_chain and at < before
    and position < coalesce((select min(position) from public.audit_entries where chain = old_chain and at >= before),
      9223372036854775807)
    order by position desc limit 1;
  if last is null then
    return 0;
  end if;
  perform set_config('portal.audit_retention', 'chain ' || old_chain, true);
  delete from public.audit_entries where chain = old_chain and position <= last.position;
  get diagnostics deleted = row_count;
  perform set_config('portal.audit_retention', '', true);
  update public.audit_chains set deleted_to = last.position, deleted_hash = last.hash where id = old_chain;
  perform public.record_audit_deletion(old_chain, deleted);
  if old_chain = '' then
    perform public.record_audit_deletion(id, 0) from public.audit_chains
      where deleted_to > 0 and not exists (
        select from public.audit_entries where chain = '' and kind = 'entries-deleted'
          and details::json ->> 'chain' = audit_chains.id)
      order by id;
  end if;
  return deleted;
end $$;

-- Nobody but the service calls these: a function is open to every role otherwise.
revoke execute on function chain_audit_entry(), record_audit_deletion(text, bigint),
  delete_audit_entries(text, timestamptz) from public;
