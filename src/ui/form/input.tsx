import type { ComponentProps } from 'react';

import s from './control.module.css';

/** A single-line input without label or messages, for use inside other controls. */
export function Input(props: Omit<ComponentProps<'input'>, 'className'>) {
  return <input type="text" {...props} className={s.control} />;
}
