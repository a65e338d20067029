-- What the lender asks the partner for, on a lead or deal
-- (docs/decisions/operator-and-requests.md).

-- partner_id, contact_id: the owner of the record. lead_id: the lead whose files and fields are
-- requested: the record itself, or the lead that became the deal; null if there is none.
-- state: 'open' and 'returned' wait for the partner, 'sent' for the lender.
-- answer: what the partner said last; reason: why it was returned last. All texts are empty once a
-- person's data were erased.
create table requests (
  id text not null,
  record_type text not null check (record_type in ('lead', 'deal')),
  record_id text not null,
  lead_id text,
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
  primary key (id, partner_id),
  constraint requests_lead_fkey foreign key (lead_id, partner_id) references leads (id, partner_id),
  check ((kind = 'document') = (document_type is not null)),
  check ((kind = 'correction') = (field_names <> '{}'))
);
create index requests_by_record on requests (record_id, created_at desc, id desc);
create index requests_by_creation on requests (created_at desc, id desc);
-- What waits for a contact or partner, what is due first at the top.
create index requests_waiting_by_contact on requests (contact_id, due_on, created_at, id)
  where state in ('open', 'returned');
create index requests_waiting_by_partner on requests (partner_id, due_on, created_at, id)
  where state in ('open', 'returned');

-- The files sent for a request.
create table request_files (
  request_id text not null,
  attachment_id text not null,
  partner_id text not null,
  primary key (request_id, attachment_id, partner_id),
  constraint request_files_request_fkey foreign key (request_id, partner_id) references requests (id, partner_id),
  constraint request_files_attachment_fkey foreign key (attachment_id, partner_id)
    references attachments (id, lead_partner_id) on delete cascade
);
create index request_files_by_attachment on request_files (attachment_id);
