-- Files attached to leads. A file exists if its row does; its bytes are in the file store, under
-- the row's id.
create table attachments (
  id text primary key,
  lead_id text not null references leads (id),
  type text not null,
  file_name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  created_at timestamptz(3) not null default now(),
  created_by text not null
);
create index attachments_by_lead on attachments (lead_id, created_at desc, id desc);

-- Which file was read by whom in support, and when.
create table attachment_reads (
  id bigint generated always as identity primary key,
  attachment_id text not null references attachments (id),
  account_id text not null references accounts (id),
  read_at timestamptz(3) not null default now()
);
create index attachment_reads_by_attachment on attachment_reads (attachment_id, read_at);
