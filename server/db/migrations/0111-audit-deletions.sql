-- The oldest entries of the audit trail are deleted by one function alone, which says so in the
-- trail in the same transaction. The functions have the rights of their owner, and call nothing
-- that another role could replace: with deploy/audit-owner.sql that owner is no role that signs in,
-- and the service can add entries, but neither delete nor change them otherwise.

create or replace function chain_audit_entry() returns trigger language plpgsql security definer
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

-- A process of the version before, which deletes without saying up to where, is rejected.
create or replace function keep_audit_entries() returns trigger language plpgsql
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

-- Says in the service's chain up to where a chain is deleted, and how many entries this time.
create function record_audit_deletion(deleted_chain text, entries bigint) returns void language sql security definer
  set search_path = pg_catalog, pg_temp as $$
  insert into public.audit_entries (kind, actor_type, details)
    select 'entries-deleted', 'service',
      json_build_object('chain', id, 'entries', entries, 'to', deleted_to)::text
    from public.audit_chains where id = deleted_chain
$$;

-- Deletes the entries of a chain that are from before a moment and have no later one before them.
-- The hash of the last one stays, so that the rest can be verified. What the service's chain says
-- of the other chains is deleted with its entries, and therefore said again.
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

-- What was deleted before this version, which did not say up to where.
select record_audit_deletion(id, 0) from audit_chains where deleted_to > 0 order by id;
