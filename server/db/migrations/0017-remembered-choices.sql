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
