-- The end of a session ends what was begun in it: without the index, by reading every row.
create index provider_sign_ins_by_session on provider_sign_ins (session_id) where session_id is not null;
