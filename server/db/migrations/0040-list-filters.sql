-- The filters of the lists at a million leads: without these, a filter by sub-status, attachments
-- or the outcome reads all leads of the reader (docs/decisions/lists.md).

-- Whether files are attached, so that a filter needs no look into the attachments of each lead.
alter table leads add column has_attachments boolean not null default false;
-- The version does not change, so neither do history and times.
update leads set has_attachments = true where id in (select lead_id from attachments);

-- The update comes first, because it locks the leads: the ids of the changes of one lead are in the
-- order in which they were committed.
create or replace function record_attachments() returns trigger language plpgsql as $$
begin
  update leads set has_attachments = true, last_activity_at = greatest(last_activity_at,
      (select max(created_at) from new_rows where lead_id = leads.id))
    where id in (select lead_id from new_rows);
  insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
    select 'lead', lead_id, leads.partner_id, leads.contact_id, 'attached', new_rows.created_at, new_rows.created_by,
      new_rows.created_via, jsonb_build_object('attachmentId', new_rows.id, 'type', type, 'fileName', file_name)
    from new_rows join leads on leads.id = lead_id order by new_rows.created_at, new_rows.id;
  return null;
end $$;

-- The lock comes first, so that a file which somebody attaches meanwhile is seen.
create function unmark_attachments() returns trigger language plpgsql as $$
begin
  perform from leads where id in (select lead_id from old_rows) order by id for no key update;
  update leads set has_attachments = false
    where id in (select lead_id from old_rows) and not exists (select from attachments where lead_id = leads.id);
  return null;
end $$;
create trigger attachments_deleted after delete on attachments referencing old table as old_rows
  for each statement execute function unmark_attachments();

-- The list of each reader has all that leads are filtered by: what its index finds is counted and
-- ordered without reading the leads.
drop index leads_by_contact, leads_by_partner, leads_by_creation;
create index leads_by_contact on leads (contact_id, created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, updated_at, last_activity_at, amount_requested,
  has_attachments);
create index leads_by_partner on leads (partner_id, created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, contact_id, updated_at, last_activity_at,
  amount_requested, has_attachments);
create index leads_by_creation on leads (created_at desc, id desc) include
  (status, sub_status, status_since, sub_status_since, converted_deal_id, partner_id, contact_id, updated_at,
  has_attachments);

-- What few leads have is found without passing the others.
create index leads_by_sub_status on leads (sub_status, created_at desc, id desc);
create index leads_by_partner_sub_status on leads (partner_id, sub_status, created_at desc, id desc);
create index leads_with_attachments on leads (created_at desc, id desc) where has_attachments;
create index leads_of_partner_with_attachments on leads (partner_id, created_at desc, id desc) where has_attachments;
-- Which of the stored totals by status have become deals (docs/decisions/counts-and-totals.md).
create index leads_with_deal on leads (partner_id, contact_id) include (status, sub_status, converted_deal_id)
  where converted_deal_id is not null;

-- What others have changed is found within an index. Creations are no part of these.
drop index changes_by_contact, changes_by_partner, changes_by_time;
create index changes_by_contact on changes (contact_id, at desc) include (by, record_type, record_id)
  where kind in ('changed', 'call', 'attached', 'file-changed', 'file-withdrawn');
create index changes_by_partner on changes (partner_id, at desc) include (by, record_type, record_id)
  where kind in ('changed', 'call', 'attached', 'file-changed', 'file-withdrawn');
create index changes_by_time on changes (at desc) include (by, record_type, record_id)
  where kind in ('changed', 'call', 'attached', 'file-changed', 'file-withdrawn');
