-- An index finds a record without reading it only once its table has been vacuumed since it was
-- created. By default that happens after a fifth of the table was added: among a million leads,
-- orders would be slow after many uploads. Without dead rows the indexes are not touched.
alter table leads set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
alter table changes set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000);
