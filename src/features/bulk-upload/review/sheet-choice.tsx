import { useId } from 'react';

import { PlainSelect } from '#src/ui/form/plain-select.tsx';

import s from './bulk-uploads.module.css';

interface SheetChoiceProps {
  sheet: string;
  sheets: readonly string[];
  onChange: (sheet: string) => void;
}

/** Selects the sheet of a workbook that is read. */
export function SheetChoice({ sheet, sheets, onChange }: SheetChoiceProps) {
  const id = useId();
  return (
    <span className={s.encoding}>
      <label htmlFor={id}>Sheet</label>
      <PlainSelect
        id={id}
        options={sheets}
        value={sheet}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}
