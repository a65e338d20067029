-- Gives the audit trail to a role that nobody signs in as: the service then can't change or delete
-- its entries, nor switch off what rejects that. As PostgreSQL's administrator, in the portal's
-- database, once the service has been started:
--   psql -v ON_ERROR_STOP=1 -v service=portal -f deploy/audit-owner.sql portal
-- It can be run again. A later release that changes these tables says so.

select 'create role portal_audit nologin' where not exists (select from pg_roles where rolname = 'portal_audit') \gexec

alter table audit_chains owner to portal_audit;
alter table audit_entries owner to portal_audit;
alter function chain_audit_entry() owner to portal_audit;
alter function keep_audit_entries() owner to portal_audit;
alter function record_audit_deletion(text, bigint) owner to portal_audit;
alter function delete_audit_entries(text, timestamptz) owner to portal_audit;
grant usage on schema public to portal_audit;

revoke all on audit_chains, audit_entries from :"service";
grant select on audit_chains to :"service";
grant select, insert, update (origin) on audit_entries to :"service";
grant execute on function delete_audit_entries(text, timestamptz) to :"service";
