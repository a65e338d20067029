-- How many emails somebody was sent, or has others sent: by a hash of who it is and what for.
create table sent_emails (
  key text primary key,
  -- Each email moves this on, by as long as it is counted; then the row can go.
  counted_until timestamptz not null
);

-- Whether whoever had forgotten the password, or a stranger, asked for the link. It ends no other:
-- an invitation, and what an admin sent, stay until they are used.
alter table password_links add column is_requested boolean not null default false;

-- What a browser has begun, to sign in by a passkey or the identity provider, is sealed in its
-- cookie, so that beginning stores nothing. What has ended is here until it would have expired, so
-- that it ends once. provider_sign_ins is of the version before.
create table ended_sign_ins (
  token_hash text primary key,
  expires_at timestamptz not null
);
