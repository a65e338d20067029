-- Renames faults to errors, and fault to error in the JSON.
alter table bulk_upload_rows rename column faults to errors;
update bulk_upload_rows set errors = (
  select jsonb_agg(jsonb_build_object('column', error -> 'column', 'error', error -> 'fault') order by position)
  from jsonb_array_elements(errors) with ordinality as found (error, position)
) where jsonb_array_length(errors) > 0;
