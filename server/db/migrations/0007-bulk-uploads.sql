-- Bulk uploads: choices, edits and the outcome of each row; and the keys that find leads which seem
-- to be for the same client.

-- One upload per partner and file content. The counts are those of bulk_upload_rows and change in
-- the same transaction.
create table bulk_uploads (
  id text primary key,
  partner_id text not null references partners (id),
  content_hash text not null,
  file_name text not null,
  size bigint not null,
  state text not null default 'checking' check (state in ('checking', 'submitting', 'paused', 'stopped', 'finished')),
  choices jsonb,
  read integer not null default 0,
  submitted integer not null default 0,
  refused integer not null default 0,
  left_out integer not null default 0,
  blank integer not null default 0,
  created_at timestamptz(3) not null default now(),
  created_by text not null references accounts (id),
  last_sent_at timestamptz(3),
  ended_at timestamptz(3),
  touched_at timestamptz(3) not null default now(),
  is_emptied boolean not null default false,
  unique (partner_id, content_hash),
  check (submitted + refused + left_out + blank <= read)
);
create index bulk_uploads_by_partner on bulk_uploads (partner_id, created_at desc, id desc);
create index bulk_uploads_to_empty on bulk_uploads (touched_at) where not is_emptied;

-- cells and faults: of a refused row (called errors and rejected since 0013 and 0014).
-- reason and repeats: of a row that was left out.
-- There are no foreign keys: uploads and leads are never deleted, and a million checks take time.
create table bulk_upload_rows (
  upload_id text not null,
  row_number integer not null,
  outcome text not null check (outcome in ('submitted', 'refused', 'left-out', 'blank')),
  lead_id text,
  cells jsonb,
  faults jsonb,
  reason text,
  repeats text,
  primary key (upload_id, row_number),
  check ((outcome = 'submitted') = (lead_id is not null))
);
create index bulk_upload_rows_not_submitted on bulk_upload_rows (upload_id, outcome, row_number) where outcome <> 'submitted';

create table bulk_upload_edits (
  upload_id text not null references bulk_uploads (id),
  row_number integer not null,
  column_name text not null,
  text text not null,
  primary key (upload_id, row_number, column_name)
);

-- Returns the letters and digits in capitals; null if they are fewer than any business number has.
create function business_number_key(number text) returns text language sql immutable strict parallel safe
return substring(upper(regexp_replace(number collate "C", '[^0-9A-Za-z]', '', 'g')) from '^.{5,}$');

-- Returns the keys of contract/bulk-upload/duplicate-keys.ts for the stored fields of a lead.
create function lead_duplicate_keys(fields jsonb) returns text[] language sql immutable parallel safe
return array_remove(array[
  'phone:' || (fields ->> 'phone'),
  'email:' || lower((fields ->> 'email') collate "C"),
  'abn:' || business_number_key(fields ->> 'abn'),
  'acn:' || business_number_key(fields ->> 'acn'),
  'nzbn:' || business_number_key(fields ->> 'nzbn'),
  'crn:' || business_number_key(fields ->> 'crn'),
  'uen:' || business_number_key(fields ->> 'uen'),
  'reference:' || (fields ->> 'partnerLeadReferenceId')
], null);

alter table leads add column duplicate_keys text[] not null generated always as (lead_duplicate_keys(fields)) stored;
-- Without fastupdate: each of the thousands of keys of one query would read the whole pending list.
create index leads_by_duplicate_key on leads using gin (duplicate_keys) with (fastupdate = off);
