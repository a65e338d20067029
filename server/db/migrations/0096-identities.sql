-- Who signs in by an identity provider (OpenID Connect): the account of each of its subjects.
create table identities (
  issuer text not null,
  subject text not null,
  account_id text not null references accounts (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
-- An account has one identity of an issuer.
create unique index identities_by_account on identities (account_id, issuer);

-- Sign-ins that a browser has begun there, each once. `token_hash` is that of the browser's cookie.
create table provider_sign_ins (
  token_hash text primary key,
  verifier text not null,
  -- The address in the portal to return to.
  return_to text not null,
  -- The session in which somebody confirms who they are; null: a sign-in.
  session_id text references sessions (id) on delete cascade,
  expires_at timestamptz not null
);

-- Whether the provider has checked a second factor, so that none is needed here.
alter table sessions add column is_strong boolean not null default false;
-- The provider by which the first step was taken; null: by the password.
alter table sign_in_steps add column provider text;
