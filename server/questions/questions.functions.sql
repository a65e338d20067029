-- What follows from questions to the lender, and what they take from their record.

-- Their history is that of the record. An entry is a change by its kind, as is known to the indexes
-- of changes and to the version before, and a question by its value.
create or replace function record_question() returns trigger language plpgsql as $$
begin
  insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, current)
    values (new.record_type, new.record_id, new.partner_id, new.contact_id, 'changed', new.updated_at, new.updated_by,
      new.updated_via, jsonb_build_object('question', jsonb_build_object('id', new.id,
      'state', case when new.answered_at is null then 'open' else 'answered' end,
      'text', case when new.answered_at is null then new.text else new.answer end)));
  return null;
end $$;
create or replace trigger question_asked after insert on questions for each row execute function record_question();
create or replace trigger question_answered after update on questions for each row
  when (new.version <> old.version) execute function record_question();

-- Whoever has a record has its questions.
-- By arrays: the rows of a statement are few or many, and the plan is that of the first one.
create or replace function reassign_questions() returns trigger language plpgsql as $$
declare
  reassigned text[] = array(select id from old_rows as o join new_rows as n using (id)
    where n.contact_id <> o.contact_id);
begin
  update questions set partner_id = n.partner_id, contact_id = n.contact_id
    from new_rows as n where n.id = questions.record_id and questions.record_id = any(reassigned);
  return null;
end $$;
create or replace trigger lead_questions_reassigned after update on leads referencing old table as old_rows new table as new_rows
  for each statement execute function reassign_questions();
create or replace trigger deal_questions_reassigned after update on deals referencing old table as old_rows new table as new_rows
  for each statement execute function reassign_questions();
