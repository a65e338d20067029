-- The history of leads and deals: one row per change of a record, written by triggers
-- (server/history/history.functions.sql) in the transaction of the change, so that no way to change
-- a record can forget it. It is append-only.

-- kind: 'known' is the first entry of a record that is older than this table, 'created' of any
-- other. Then: 'changed', 'call' (changed by recording a call), 'attached' (a file), 'file-changed'
-- (its type was corrected: former has the type before), 'file-withdrawn', 'request' (the lender
-- asked for something, or what became of it) and 'erased'.
-- former, current: the changed values by field, before and after; null is no value. The first entry
-- has every value. Those of files have the file's type, name and id; 'request' has the request with
-- its id, kind and state, and what was said: the text, the answer or the reason. Erasure leaves
-- only statuses.
-- former_status_since, former_sub_status_since: since when a replaced status had stood.
-- partner_id, contact_id: the owner after the change.
-- bulk_change_id: the bulk change that made the entry, which may have been deleted since; is_undo:
-- whether by being undone. The transaction of a batch sets both.
-- id: increases with every change of a record, because a change locks its record.
create table changes (
  id bigint generated always as identity,
  record_type text not null check (record_type in ('lead', 'deal')),
  record_id text not null,
  partner_id text not null,
  contact_id text not null,
  kind text not null check (kind in
    ('known', 'created', 'changed', 'call', 'attached', 'file-changed', 'file-withdrawn', 'request', 'erased')),
  at timestamptz(3) not null,
  by text not null,
  via text not null check (via in ('portal', 'api', 'bulk-upload', 'operator', 'command')),
  former jsonb not null default '{}',
  current jsonb not null default '{}',
  former_status_since timestamptz(3),
  former_sub_status_since timestamptz(3),
  is_status boolean not null generated always as (current ?| array['status', 'subStatus']) stored,
  bulk_change_id text default nullif(current_setting('portal.bulk_change', true), ''),
  is_undo boolean not null default coalesce(current_setting('portal.is_undo', true), '') = 'true',
  primary key (id, partner_id)
)
-- As of leads: indexes find entries without reading them.
with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000);

create index changes_by_record on changes (record_id, id desc);
-- What others have changed since a moment, of all partners. Creations are no part of it.
create index changes_by_time on changes (at desc) include (by, record_type, record_id)
  where kind in ('changed', 'call', 'attached', 'file-changed', 'file-withdrawn');
-- How long the records of a partner stood in a status: the typical time is that of the latest stays
-- by their times, not by the ids of their entries. Only changes of a status are in the index.
create index changes_by_stay on changes (partner_id, record_type, (former ->> 'status'), at desc, id desc)
  where former_status_since is not null;
-- What others did since a moment, for home and lists: by actor, so that what the reader did is not
-- passed over, and with the creations, which are in the history too
-- (docs/decisions/history-and-feed.md).
create index changes_by_partner_and_actor on changes (partner_id, record_type, by, at desc) include (record_id, kind)
  where kind in ('created', 'changed', 'call', 'attached', 'file-changed', 'file-withdrawn');
create index changes_by_contact_and_actor on changes (contact_id, record_type, by, at desc) include (record_id, kind)
  where kind in ('created', 'changed', 'call', 'attached', 'file-changed', 'file-withdrawn');
