import type { ComponentProps } from 'react';

import s from './chip.module.css';

interface ChipProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  /** Whether the filter it stands for is on. */
  pressed: boolean;
}

/** A filter to switch on and off: "New · 24". */
export function Chip({ pressed, ...props }: ChipProps) {
  return <button {...props} type="button" className={s.chip} aria-pressed={pressed} />;
}
