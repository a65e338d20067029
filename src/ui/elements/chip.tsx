import type { ComponentProps } from 'react';

import s from './chip.module.css';

interface ChipProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  /** Whether the filter is on. */
  pressed: boolean;
}

/** A toggle button for a filter: "New · 24". */
export function Chip({ pressed, ...props }: ChipProps) {
  return <button {...props} type="button" className={s.chip} aria-pressed={pressed} />;
}
