-- Leads and deals, and the number of each contact's.

-- fields: the creation fields that have a value, in the shape of a request (amounts as JSON
-- numbers).
-- operator_fields: fields that only the operator sets, in the shape of a response.
-- search: the record's words, case-folded by the service.
-- created_by and updated_by have no foreign keys: accounts are never deleted.
create table deals (
  id text primary key,
  partner_id text not null,
  contact_id text not null,
  name text not null,
  amount numeric(14, 2),
  status text not null,
  sub_status text not null,
  status_since timestamptz(3) not null default now(),
  sub_status_since timestamptz(3) not null default now(),
  last_activity_at timestamptz(3),
  last_call_at timestamptz(3),
  calls_made integer not null default 0,
  created_at timestamptz(3) not null default now(),
  created_by text not null,
  updated_at timestamptz(3) not null default now(),
  updated_by text not null,
  version integer not null default 1,
  operator_fields jsonb not null default '{}',
  search text not null,
  foreign key (partner_id, contact_id) references contacts (partner_id, id)
);

create table leads (
  id text primary key,
  partner_id text not null,
  contact_id text not null,
  status text not null,
  sub_status text not null,
  status_since timestamptz(3) not null default now(),
  sub_status_since timestamptz(3) not null default now(),
  last_activity_at timestamptz(3),
  last_call_at timestamptz(3),
  calls_made integer not null default 0,
  converted_deal_id text references deals (id),
  created_at timestamptz(3) not null default now(),
  created_by text not null,
  updated_at timestamptz(3) not null default now(),
  updated_by text not null,
  version integer not null default 1,
  fields jsonb not null,
  operator_fields jsonb not null default '{}',
  search text not null,
  amount_requested numeric(14, 2) generated always as ((fields ->> 'amountRequested')::numeric) stored,
  foreign key (partner_id, contact_id) references contacts (partner_id, id)
);

-- The lists of a broker, a partner admin and support, newest first.
create index leads_by_contact on leads (contact_id, created_at desc, id desc);
create index leads_by_partner on leads (partner_id, created_at desc, id desc);
create index leads_by_creation on leads (created_at desc, id desc);
create index leads_by_words on leads using gin (search gin_trgm_ops);
create index deals_by_contact on deals (contact_id, created_at desc, id desc);
create index deals_by_partner on deals (partner_id, created_at desc, id desc);
create index deals_by_creation on deals (created_at desc, id desc);
create index deals_by_words on deals using gin (search gin_trgm_ops);

-- Totals, one row per contact, updated by the triggers below: counting costs more than a page.
create table lead_totals (
  contact_id text primary key,
  partner_id text not null,
  total bigint not null
);
create index lead_totals_by_partner on lead_totals (partner_id);

create table deal_totals (
  contact_id text primary key,
  partner_id text not null,
  total bigint not null
);
create index deal_totals_by_partner on deal_totals (partner_id);

-- Runs once per statement. Updates the totals in the order of the contacts, so that two statements
-- cannot deadlock. tg_argv[0] is the table of totals. Only changes that add, remove or reassign
-- records change a total.
create function keep_totals() returns trigger language plpgsql as $$
declare
  changes text := case tg_op
    when 'INSERT' then 'select contact_id, partner_id, 1 as change from new_rows'
    when 'DELETE' then 'select contact_id, partner_id, -1 as change from old_rows'
    else 'select contact_id, partner_id, 1 as change from new_rows
          union all select contact_id, partner_id, -1 from old_rows' end;
begin
  execute format(
    'insert into %1$I as kept (contact_id, partner_id, total)
     select contact_id, partner_id, sum(change) from (%2$s) as changes
     group by contact_id, partner_id having sum(change) <> 0 order by contact_id
     on conflict (contact_id) do update set total = kept.total + excluded.total',
    tg_argv[0], changes);
  return null;
end $$;

create trigger leads_inserted after insert on leads referencing new table as new_rows
  for each statement execute function keep_totals('lead_totals');
create trigger leads_updated after update on leads referencing old table as old_rows new table as new_rows
  for each statement execute function keep_totals('lead_totals');
create trigger leads_deleted after delete on leads referencing old table as old_rows
  for each statement execute function keep_totals('lead_totals');
create trigger deals_inserted after insert on deals referencing new table as new_rows
  for each statement execute function keep_totals('deal_totals');
create trigger deals_updated after update on deals referencing old table as old_rows new table as new_rows
  for each statement execute function keep_totals('deal_totals');
create trigger deals_deleted after delete on deals referencing old table as old_rows
  for each statement execute function keep_totals('deal_totals');
