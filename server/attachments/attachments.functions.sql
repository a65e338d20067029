-- What attaching and removing files changes of their lead.

-- A file that is sent is a change of its lead by who sends it, though none of its values, and has
-- an entry in the history. So has one that is corrected or withdrawn (attachments.store.ts).
-- The update comes first, because it locks the leads: the ids of the changes of one lead are in the
-- order in which they were committed.
-- What a client sends by a link is done by the link: it is news to whoever made the link, too.
create or replace function record_attachments() returns trigger language plpgsql as $$
begin
  update leads set has_attachments = true, updated_at = greatest(leads.updated_at, sent.created_at),
      updated_by = sent.created_by, updated_via = sent.created_via, version = version + 1
    from (select distinct on (lead_id) * from new_rows order by lead_id, created_at desc, id desc) as sent
    where leads.id = sent.lead_id;
  insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
    select 'lead', lead_id, leads.partner_id, leads.contact_id, 'attached', new_rows.created_at,
      coalesce(new_rows.upload_link_id, new_rows.created_by), new_rows.created_via,
      jsonb_build_object('attachmentId', new_rows.id, 'type', type, 'fileName', file_name)
        || case when new_rows.upload_link_id is null then '{}' else '{"isFromClient": true}'::jsonb end
    from new_rows join leads on leads.id = lead_id order by new_rows.created_at, new_rows.id;
  return null;
end $$;
create or replace trigger attachments_created after insert on attachments referencing new table as new_rows
  for each statement execute function record_attachments();

-- The lock comes first, so that a file which somebody attaches meanwhile is seen.
create or replace function unmark_attachments() returns trigger language plpgsql as $$
begin
  perform from leads where id in (select lead_id from old_rows) order by id for no key update;
  update leads set has_attachments = false
    where id in (select lead_id from old_rows) and not exists (select from attachments where lead_id = leads.id);
  return null;
end $$;
create or replace trigger attachments_deleted after delete on attachments referencing old table as old_rows
  for each statement execute function unmark_attachments();
