import X from 'lucide-react/icons/x';

import s from './filter-chip.module.css';

export interface FilterChipProps {
  /** The filter in words: "Changed since Friday". */
  label: string;
  onRemove: () => void;
}

/** A filter that is set, in words. Pressing it removes the filter. */
export function FilterChip({ label, onRemove }: FilterChipProps) {
  return (
    <button type="button" className={s.chip} onClick={onRemove}>
      <span className="visually-hidden">Remove filter: </span>
      <span className={s.words}>{label}</span>
      <X aria-hidden />
    </button>
  );
}
