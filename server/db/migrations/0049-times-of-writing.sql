-- The times by which readers ask for what is new are those of writing, not now(): a transaction can
-- write and commit long after its start, and who has read meanwhile would never see its changes.
-- Nothing is rewritten: times of older records stay.

-- Returns the time of writing. The transaction has its id by then, by which readers know of it:
-- everything it writes is later than its start (findCommittedTime,
-- docs/decisions/history-and-feed.md).
create function write_time() returns timestamptz language plpgsql as $$
begin
  perform pg_current_xact_id();
  return clock_timestamp();
end $$;

-- A new record is created, updated and in its status now, unless the statement says since when.
alter table leads alter column created_at drop default, alter column updated_at drop default,
  alter column status_since drop default, alter column sub_status_since drop default;
alter table deals alter column created_at drop default, alter column updated_at drop default,
  alter column status_since drop default, alter column sub_status_since drop default;
create function set_creation_times() returns trigger language plpgsql as $$
declare
  written_at timestamptz(3) = write_time();
begin
  new.created_at = coalesce(new.created_at, written_at);
  new.status_since = coalesce(new.status_since, new.created_at);
  new.sub_status_since = coalesce(new.sub_status_since, new.created_at);
  new.updated_at = coalesce(new.updated_at, greatest(written_at, new.created_at));
  return new;
end $$;
create trigger lead_creation_times before insert on leads for each row execute function set_creation_times();
create trigger deal_creation_times before insert on deals for each row execute function set_creation_times();

-- A change is later than the one before it, unless the statement says when it was made: then it is
-- not earlier. A changed status stands since the change; any change is activity.
create or replace function keep_record_times() returns trigger language plpgsql as $$
begin
  if new.updated_at in (old.updated_at, now()::timestamptz(3)) then
    new.updated_at = greatest(write_time(), old.updated_at + interval '1 millisecond');
  else
    new.updated_at = greatest(new.updated_at, old.updated_at);
  end if;
  if new.status <> old.status and new.status_since = old.status_since then
    new.status_since = new.updated_at;
  end if;
  if new.sub_status <> old.sub_status and new.sub_status_since = old.sub_status_since then
    new.sub_status_since = new.updated_at;
  end if;
  if new.last_activity_at is not distinct from old.last_activity_at then
    new.last_activity_at = greatest(new.updated_at, old.last_activity_at);
  end if;
  return new;
end $$;

-- A file that is sent is a change of its lead by who sends it, though none of its values. (So is
-- one that is corrected or withdrawn: attachment-changes.store.ts.)
alter table attachments alter column created_at set default write_time();
create or replace function record_attachments() returns trigger language plpgsql as $$
begin
  update leads set has_attachments = true, updated_at = greatest(leads.updated_at, sent.created_at),
      updated_by = sent.created_by, updated_via = sent.created_via, version = version + 1
    from (select distinct on (lead_id) * from new_rows order by lead_id, created_at desc, id desc) as sent
    where leads.id = sent.lead_id;
  insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
    select 'lead', lead_id, leads.partner_id, leads.contact_id, 'attached', new_rows.created_at, new_rows.created_by,
      new_rows.created_via, jsonb_build_object('attachmentId', new_rows.id, 'type', type, 'fileName', file_name)
    from new_rows join leads on leads.id = lead_id order by new_rows.created_at, new_rows.id;
  return null;
end $$;
