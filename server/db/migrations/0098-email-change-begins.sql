-- A change of email that is asked for again began when it was first asked for: what was added since
-- is ended by its undoing.
alter table password_links add column begun_at timestamptz;
update password_links set begun_at = expires_at - interval '48 hours' where purpose = 'former-email';
alter table password_links add check ((purpose = 'former-email') = (begun_at is not null));
