-- The day on which an account returns to a lead or deal. Before that day, the record is left out of
-- what waits for the account (is_held), unless the operator has changed it since; from that day on,
-- it is there, whoever it waits for. It takes the place of snoozes, which versions before use.
create table follow_ups (
  record_id text not null,
  partner_id text not null references partners (id),
  account_id text not null references accounts (id) on delete cascade,
  day date not null,
  is_held boolean not null default true,
  primary key (record_id, account_id, partner_id)
);
create index follow_ups_by_account on follow_ups (account_id, day);

insert into follow_ups (record_id, partner_id, account_id, day)
  select record_id, partner_id, account_id, (until at time zone 'UTC')::date from snoozes where until > now();
