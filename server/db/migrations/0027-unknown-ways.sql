-- How a lead was created that is older than its history is not known; migration 0020 took all for
-- created on a page. A new column has its default for old rows without writing them.
alter table leads rename column created_via to created_via_before;
alter table leads add column created_via text not null default 'unknown';
alter table leads alter column created_via set default 'portal';
update leads set created_via = created_via_before
  where exists (select from changes where record_type = 'lead' and record_id = leads.id and kind = 'created');
alter table leads drop column created_via_before;
