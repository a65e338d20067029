-- The audit trail: who did what, when, from where. Each entry is written in the transaction of the
-- act, and has the hash of the entry before it, so that a changed or missing entry is found.

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

-- The text that is hashed is made the same way by the command that verifies the chain.
create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  last audit_chains;
begin
  new.chain = coalesce(new.partner_id, new.actor_id, '');
  insert into audit_chains (id) values (new.chain) on conflict do nothing;
  select * into last from audit_chains where id = new.chain for update;
  new.position = last.position + 1;
  new.at = coalesce(new.at, clock_timestamp());
  new.origin_hash = sha256(convert_to(coalesce(new.origin, ''), 'UTF8'));
  new.hash = sha256(convert_to(array_to_string(array[encode(last.hash, 'hex'), new.chain, new.position::text,
    iso_text(new.at), new.kind, new.actor_type, new.actor_id, new.partner_id, new.subject_type, new.subject_id,
    new.details, encode(new.origin_hash, 'hex')], E'\n', ''), 'UTF8'));
  update audit_chains set position = new.position, hash = new.hash where id = new.chain;
  return new;
end $$;
create trigger audit_chained before insert on audit_entries for each row execute function chain_audit_entry();

-- Entries are only added. Erasure empties the origin; retention deletes the oldest of a chain, in a
-- transaction that names the chain.
create function keep_audit_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.origin is null and to_jsonb(new) - 'origin' = to_jsonb(old) - 'origin' then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('portal.audit_retention', true) = old.chain then
    return old;
  end if;
  raise exception 'The audit trail is append-only.' using errcode = 'restrict_violation';
end $$;
create trigger audit_kept before update or delete on audit_entries for each row
  execute function keep_audit_entries();
create trigger audit_kept_whole before truncate on audit_entries for each statement
  execute function keep_audit_entries();

-- What support has read of files until now.
insert into audit_entries (at, kind, actor_type, actor_id, partner_id, subject_type, subject_id)
  select read_at, 'record-read', 'account', account_id, leads.partner_id,
    case when attachment_id is null then 'lead' else 'attachment' end, coalesce(attachment_id, lead_id)
  from attachment_reads join leads on leads.id = lead_id order by read_at, attachment_reads.id;
drop table attachment_reads;
