-- Brokers tell their admin themselves about a colleague's lead for the same client.
drop table duplicate_reports;
