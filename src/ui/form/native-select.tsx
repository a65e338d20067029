import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, memo } from 'react';

import s from './control.module.css';

/** An option: its value alone, or a value with a different label. */
export type Option = string | { readonly value: string; readonly label: string };

export interface NativeSelectProps extends Omit<
  ComponentProps<'select'>,
  'className' | 'children'
> {
  options: readonly Option[];
  /** Further options under a label each. */
  groups?: readonly { readonly label: string; readonly options: readonly Option[] }[] | undefined;
  /** The label of the empty option; without it there is no empty option. */
  empty?: string | undefined;
}

/** A native `<select>` without label or messages, for use inside other controls. */
export function NativeSelect({ options, groups = [], empty, ...props }: NativeSelectProps) {
  return (
    <span className={s.selectShell}>
      <select {...props} className={`${s.control} ${s.select}`}>
        {empty !== undefined && <option value="">{empty}</option>}
        <Options options={options} />
        {groups.map(({ label, options: grouped }) => (
          <optgroup key={label} label={label}>
            <Options options={grouped} />
          </optgroup>
        ))}
      </select>
      <ChevronDown aria-hidden />
    </span>
  );
}

/** Rendered once for all the keys that are typed in a form with hundreds of countries. */
const Options = memo(function Options({ options }: Pick<NativeSelectProps, 'options'>) {
  return options.map((option) => {
    const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
    return (
      <option key={value} value={value}>
        {label}
      </option>
    );
  });
});
