-- Tokens that work once: links, second steps, challenges to add a passkey, and sign-ins that have
-- ended. A purpose is exchanged for no other; only hashes are stored.
create table one_time_tokens (
  token_hash text primary key,
  purpose text not null,
  -- Null of a sign-in that a browser has started: it names no account before it is right.
  account_id text references accounts (id) on delete cascade,
  -- Of a change of email: the email that the account has then, and when it was first asked for.
  -- Of a second step, the provider of the first. Of a challenge, the session that asked for it.
  payload jsonb not null default '{}',
  expires_at timestamptz not null
);
create index one_time_tokens_by_account on one_time_tokens (account_id);

-- The version before goes on by views of the same names and columns: what either version issues
-- works in the other, and what one ends has ended there too. The next version drops them, their
-- function, and passkey_challenges, which stays a table as it is written by "on conflict"; its
-- challenges are asked for again.
lock table sign_in_steps, password_links, ended_sign_ins in access exclusive mode;
insert into one_time_tokens (token_hash, purpose, account_id, payload, expires_at)
  select token_hash, case when is_requested then 'forgotten-password' else purpose end, account_id,
    jsonb_strip_nulls(jsonb_build_object('email', email, 'startedAt', begun_at)), expires_at
  from password_links
  union all
  select token_hash, 'second-step', account_id,
    jsonb_strip_nulls(jsonb_build_object('provider', provider)), expires_at
  from sign_in_steps
  union all
  select token_hash, 'sign-in', null, '{}', expires_at from ended_sign_ins;
drop table sign_in_steps, password_links, ended_sign_ins;

create view password_links as
  select token_hash, account_id, expires_at,
    case purpose when 'forgotten-password' then 'password' else purpose end as purpose,
    payload ->> 'email' as email, (payload ->> 'startedAt')::timestamptz as begun_at,
    purpose = 'forgotten-password' as is_requested
  from one_time_tokens
  where purpose in ('password', 'forgotten-password', 'new-email', 'former-email');
create view sign_in_steps as
  select token_hash, account_id, expires_at, payload ->> 'provider' as provider
  from one_time_tokens where purpose = 'second-step';
create view ended_sign_ins as
  select token_hash, expires_at, purpose from one_time_tokens where purpose = 'sign-in';
alter view ended_sign_ins alter column purpose set default 'sign-in';

create function issue_as_version_before() returns trigger language plpgsql as $$
declare
  issued jsonb := to_jsonb(new);
begin
  insert into one_time_tokens (token_hash, purpose, account_id, payload, expires_at) values (
    new.token_hash,
    case when (issued ->> 'is_requested')::boolean then 'forgotten-password'
      else coalesce(issued ->> 'purpose', tg_argv[0]) end,
    new.account_id,
    jsonb_strip_nulls(jsonb_build_object('email', issued -> 'email',
      'startedAt', issued -> 'begun_at', 'provider', issued -> 'provider')),
    new.expires_at);
  return new;
end $$;
create trigger issue_as_version_before instead of insert on password_links
  for each row execute function issue_as_version_before('password');
create trigger issue_as_version_before instead of insert on sign_in_steps
  for each row execute function issue_as_version_before('second-step');
