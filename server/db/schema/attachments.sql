-- Files attached to leads.

-- A file exists if its row does; its bytes are in the file store, under the row's id.
-- updated_at, updated_by: who last corrected the type, and when; null: nobody did.
-- has_own_key: whether the file is encrypted, with a key of its own. Those that were stored before
-- are encrypted in the background.
-- lead_partner_id: the partner of the lead, by another name than the lead's, because statements
-- join both and name partner_id alone.
create table attachments (
  id text not null,
  lead_id text not null,
  type text not null,
  file_name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  created_at timestamptz(3) not null default write_time(),
  created_by text not null,
  created_via text not null default 'portal',
  updated_at timestamptz(3),
  updated_by text,
  has_own_key boolean not null default false,
  lead_partner_id text not null,
  primary key (id, lead_partner_id),
  constraint attachments_lead_fkey foreign key (lead_id, lead_partner_id) references leads (id, partner_id)
);
create index attachments_by_lead on attachments (lead_id, created_at desc, id desc);
-- How much a person and all people of a partner have attached, for the quotas of an upload.
create index attachments_by_person on attachments (created_by) include (lead_id, size);
create index attachments_to_encrypt on attachments (id) where not has_own_key;

-- Files whose rows are gone and whose bytes are still to be deleted.
create table withdrawn_files (
  id text not null,
  partner_id text not null default '',
  primary key (id, partner_id)
);
