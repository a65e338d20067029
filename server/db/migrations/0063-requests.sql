-- What the lender asks the partner for, on a lead or deal
-- (docs/decisions/operator-and-requests.md).

-- partner_id, contact_id: the owner of the record. lead_id: the lead whose files and fields are
-- asked for: the record itself, or the lead that became the deal; null if there is none.
-- state: 'open' and 'returned' wait for the partner, 'sent' for the lender.
-- answer: what the partner said last; reason: why it was returned last. All texts are empty once a
-- person's data were erased.
create table requests (
  id text primary key,
  record_type text not null check (record_type in ('lead', 'deal')),
  record_id text not null,
  lead_id text references leads (id),
  partner_id text not null references partners (id),
  contact_id text not null references contacts (id),
  kind text not null check (kind in ('document', 'question', 'correction')),
  document_type text,
  field_names text[] not null default '{}',
  text text not null,
  due_on date,
  state text not null default 'open' check (state in ('open', 'sent', 'returned', 'done', 'withdrawn')),
  answer text not null default '',
  reason text not null default '',
  created_at timestamptz(3) not null default write_time(),
  created_by text not null,
  updated_at timestamptz(3) not null default write_time(),
  updated_by text not null,
  updated_via text not null,
  version integer not null default 1,
  check ((kind = 'document') = (document_type is not null)),
  check ((kind = 'correction') = (field_names <> '{}'))
);
create index requests_by_record on requests (record_id, created_at desc, id desc);
create index requests_by_creation on requests (created_at desc, id desc);
create index requests_waiting_by_contact on requests (contact_id, due_on, created_at, id)
  where state in ('open', 'returned');
create index requests_waiting_by_partner on requests (partner_id, due_on, created_at, id)
  where state in ('open', 'returned');

-- The files sent for a request.
create table request_files (
  request_id text not null references requests (id),
  attachment_id text not null references attachments (id) on delete cascade,
  primary key (request_id, attachment_id)
);
create index request_files_by_attachment on request_files (attachment_id);

-- Requests that are left out of what waits: for the account until a time; for the whole partner,
-- where until is null. Either ends with the next change of the record by the operator: with an
-- entry of its history after change_id.
create table request_snoozes (
  request_id text not null references requests (id),
  account_id text not null references accounts (id) on delete cascade,
  until timestamptz(3),
  change_id bigint not null,
  primary key (request_id, account_id)
);

-- 'request': the lender asked for something, or what became of it. `current` has the request with
-- its id, kind and state, and what was said: the text, the answer or the reason.
alter table changes drop constraint changes_kind_check;
alter table changes add constraint changes_kind_check check (kind in
  ('known', 'created', 'changed', 'call', 'attached', 'file-changed', 'file-withdrawn', 'request', 'erased'));

create function record_request() returns trigger language plpgsql as $$
begin
  insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
    values (new.record_type, new.record_id, new.partner_id, new.contact_id, 'request', new.updated_at, new.updated_by,
      new.updated_via, jsonb_build_object('request', jsonb_build_object('id', new.id, 'kind', new.kind, 'state', new.state,
      'text', case new.state when 'open' then new.text when 'sent' then new.answer when 'returned' then new.reason else '' end)));
  return null;
end $$;
create trigger request_created after insert on requests for each row execute function record_request();
create trigger request_changed after update on requests for each row
  when (new.version <> old.version) execute function record_request();

-- Whoever has a record has its requests.
create function reassign_requests() returns trigger language plpgsql as $$
begin
  update requests set partner_id = new.partner_id, contact_id = new.contact_id where record_id = new.id;
  return null;
end $$;
create trigger lead_requests_reassigned after update on leads for each row
  when (new.contact_id <> old.contact_id) execute function reassign_requests();
create trigger deal_requests_reassigned after update on deals for each row
  when (new.contact_id <> old.contact_id) execute function reassign_requests();
