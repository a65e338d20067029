-- Renames in the stored choices of uploads: reading to parseOptions, mends to fixes, cause to
-- issue, and offer to suggestion.
update bulk_uploads set choices = jsonb_build_object(
  'parseOptions', choices -> 'reading',
  'fixes', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'issue', regexp_replace(fix ->> 'cause', '^([^:]+):offer:', '\1:suggestion:'),
      'option', fix -> 'option'
    ) order by position), '[]')
    from jsonb_array_elements(choices -> 'mends') with ordinality as chosen (fix, position)
  ),
  'contactId', choices -> 'contactId',
  'leaveOut', choices -> 'leaveOut'
) where choices is not null;
