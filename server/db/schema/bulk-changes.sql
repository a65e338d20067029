-- Changes to many leads at once: prepared, applied in batches, and undone within 10 minutes. The
-- query that selected the leads is not stored, because it may name a person.

-- contact_id: to whom the leads are reassigned. note: what is added to their notes; empty once a
-- person's data were erased.
-- pending … superseded: how many leads have each outcome, maintained with the leads' rows.
-- ended_at: when the last lead was changed, from which the period to undo counts.
-- failed_attempts: how many batches in a row have failed.
create table bulk_changes (
  id text not null,
  account_id text not null references accounts (id),
  kind text not null check (kind in ('reassign', 'add-note')),
  contact_id text,
  note text,
  state text not null default 'prepared'
    check (state in ('prepared', 'applying', 'applied', 'undoing', 'undone')),
  pending integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  rejected integer not null default 0,
  undone integer not null default 0,
  superseded integer not null default 0,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  failed_attempts integer not null default 0,
  partner_id text not null,
  primary key (id, partner_id),
  check ((kind = 'reassign') = (contact_id is not null)),
  check ((kind = 'add-note') = (note is not null))
);
create index bulk_changes_by_account on bulk_changes (account_id, created_at desc);
create index bulk_changes_by_age on bulk_changes (created_at);
create index bulk_changes_unfinished on bulk_changes (id) where state in ('applying', 'undoing');

-- The leads of a change, in the order of the list. lead_id may name no lead: an id that was sent.
-- contact_before: the lead's contact at preparation, then just before it was changed.
-- note_at: how many characters of the notes were before what was added.
create table bulk_change_leads (
  change_id text not null,
  position integer not null,
  lead_id text not null,
  outcome text not null
    check (outcome in ('pending', 'changed', 'unchanged', 'rejected', 'undone', 'superseded')),
  reason text,
  contact_before text,
  note_at integer,
  partner_id text not null,
  primary key (change_id, position, partner_id),
  constraint bulk_change_leads_change_fkey foreign key (change_id, partner_id)
    references bulk_changes (id, partner_id) on delete cascade
);
create index bulk_change_leads_by_outcome on bulk_change_leads (change_id, outcome, position);
create index bulk_change_leads_by_lead on bulk_change_leads (lead_id);
