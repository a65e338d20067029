-- Notifications of what was committed, for live screens and for the changes feed. A listener gets
-- them only once the transaction is committed (server/db/listen.ts).

-- Notifies of the changes of one statement, on `changes`: a JSON array of one element per owner and
-- type of record, `[{"type":"lead","partnerId":…,"contactId":…,"ids":[…]}]`, in as many payloads as
-- keep each below PostgreSQL's limit of 8,000 bytes. `ids` is null for more than 50 records. A
-- record that was reassigned is also among those of its former contact.
create or replace function notify_of_changes() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', payload) from (
    with owned as (
      select record_type, record_id, partner_id, contact_id from new_rows
      union
      select record_type, record_id, contacts.partner_id, contacts.id
        from new_rows join contacts on contacts.id = former ->> 'brokerRepId'
    ), owners as (
      select json_build_object('type', record_type, 'partnerId', partner_id, 'contactId', contact_id,
          'ids', case when count(*) <= 50 then json_agg(record_id) end) as owner
        from owned group by record_type, partner_id, contact_id
    ), sized as (
      select owner, sum(octet_length(owner::text) + 2) over (rows unbounded preceding) as size from owners
    )
    select json_agg(owner)::text as payload from sized group by size / 4000
  ) as payloads;
  return null;
end $$;
create or replace trigger changes_notified after insert on changes referencing new table as new_rows
  for each statement execute function notify_of_changes();

-- Payloads for `session_ends`: the id of a session that ended, or of an account whose sessions are
-- to be checked.
create or replace function notify_of_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ends', old.id);
  return null;
end $$;
create or replace trigger session_ended after delete on sessions for each row
  execute function notify_of_session_end();
create or replace trigger account_changed after update of disabled_at, role, partner_id, contact_id on accounts for each row
  execute function notify_of_session_end();
