alter table sent_leads rename column answer to response;
