-- What became of a call or an email: 'reached', 'no-answer' or 'handed-back', with its note in
-- current. The kind of such an entry is 'request', because versions before know no other that they
-- could show, and read no outcome.
alter table changes add column if not exists outcome text;

-- Records that the partner has handed back to the lender: left out of what waits for the partner
-- until the operator changes the record, or asks for something. account_id: who handed it back.
create table hand_backs (
  record_id text not null,
  partner_id text not null references partners (id),
  account_id text not null references accounts (id) on delete cascade,
  at timestamptz(3) not null default now(),
  primary key (record_id, partner_id)
);
create index hand_backs_by_partner on hand_backs (partner_id);

-- What versions before had left out for the whole partner.
insert into hand_backs (record_id, partner_id, account_id)
  select distinct on (record_id, partner_id) record_id, partner_id, account_id
  from snoozes where until is null order by record_id, partner_id, account_id;
