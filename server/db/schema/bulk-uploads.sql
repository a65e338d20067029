-- Bulk uploads: choices, edits and the outcome of each row.

-- One upload per partner and file content. The counts are those of bulk_upload_rows and change in
-- the same transaction.
-- lead_times: the last rows of the latest batches and when their leads were created, in
-- milliseconds, by which the leads of one upload are created in the order of the file.
create table bulk_uploads (
  id text not null,
  partner_id text not null references partners (id),
  content_hash text not null,
  file_name text not null,
  size bigint not null,
  state text not null default 'checking' check (state in ('checking', 'submitting', 'paused', 'stopped', 'finished')),
  choices jsonb,
  read integer not null default 0,
  submitted integer not null default 0,
  rejected integer not null default 0,
  left_out integer not null default 0,
  blank integer not null default 0,
  created_at timestamptz(3) not null default now(),
  created_by text not null references accounts (id),
  last_sent_at timestamptz(3),
  ended_at timestamptz(3),
  touched_at timestamptz(3) not null default now(),
  is_emptied boolean not null default false,
  unknown integer not null default 0,
  lead_times jsonb not null default '[]',
  primary key (id, partner_id),
  unique (partner_id, content_hash),
  check (submitted + rejected + left_out + blank + unknown <= read)
);
create index bulk_uploads_by_partner on bulk_uploads (partner_id, created_at desc, id desc);
create index bulk_uploads_to_empty on bulk_uploads (touched_at) where not is_emptied;

-- In front of an existing service each row is a request, recorded before it is sent. It is
-- 'unknown' until its response is stored, and remains so if the response was lost and the lead is
-- not found.
-- cells: of a rejected row, and of an unknown one, for its reconciliation. errors: of a rejected
-- row.
-- reason, repeats: of a row that was left out.
-- reference: the partnerLeadReferenceId that was sent. links: the rest of that service's response.
-- There are no foreign keys: uploads and leads are never deleted, and a million checks take time.
create table bulk_upload_rows (
  upload_id text not null,
  row_number integer not null,
  outcome text not null check (outcome in ('submitted', 'rejected', 'left-out', 'blank', 'unknown')),
  lead_id text,
  cells jsonb,
  errors jsonb,
  reason text,
  repeats text,
  reference text,
  sent_at timestamptz(3),
  links jsonb,
  partner_id text not null,
  primary key (upload_id, row_number, partner_id),
  check ((outcome = 'submitted') = (lead_id is not null)),
  constraint bulk_upload_rows_unknown_check
    check (outcome <> 'unknown' or (reference is not null and sent_at is not null))
);
create index bulk_upload_rows_not_submitted on bulk_upload_rows (upload_id, outcome, row_number) where outcome <> 'submitted';
create index bulk_upload_rows_by_reference on bulk_upload_rows (reference) where reference is not null;
-- Deals are filtered by the bulk upload of their lead (docs/decisions/lists.md).
create index bulk_upload_rows_of_leads on bulk_upload_rows (lead_id) include (upload_id, partner_id) where lead_id is not null;

create table bulk_upload_edits (
  upload_id text not null,
  row_number integer not null,
  column_name text not null,
  text text not null,
  partner_id text not null,
  primary key (upload_id, row_number, column_name, partner_id),
  constraint bulk_upload_edits_upload_fkey foreign key (upload_id, partner_id) references bulk_uploads (id, partner_id)
);

-- Runs of blank rows that were sent as such: a file can have a million blank lines. A row is in
-- bulk_upload_rows or in a run, and in one run at most. Both ends of a run are blank rows.
create table bulk_upload_blank_runs (
  upload_id text not null,
  first_row integer not null,
  last_row integer not null,
  partner_id text not null,
  primary key (upload_id, last_row, partner_id),
  check (first_row <= last_row)
);

-- What partner admins chose in their files, proposed again in later ones: the target of a column,
-- by its header, and the option that answered the question of an issue.
create table remembered_choices (
  partner_id text not null references partners (id),
  kind text not null check (kind in ('column', 'answer')),
  key text not null check (char_length(key) <= 200),
  -- null: the column is ignored.
  value text check (char_length(value) <= 200),
  updated_at timestamptz(3) not null default now(),
  updated_by text not null references accounts (id),
  primary key (partner_id, kind, key)
);
create index remembered_choices_by_age on remembered_choices (partner_id, kind, updated_at);
