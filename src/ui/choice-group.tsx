import type { ComponentProps } from 'react';

import {
  FieldMessages,
  type FieldProps,
  OptionalMark,
  useControlId,
  useFieldMessages,
} from './field.tsx';
import type { Option } from './select.tsx';

import s from './choice-group.module.css';
import fieldStyles from './field.module.css';

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'type' | keyof FieldProps>;

interface ChoiceGroupProps extends FieldProps, InputProps {
  options: readonly Option[];
  /** The values chosen, where the caller keeps them; without it the inputs keep them themselves. */
  chosen?: readonly string[] | undefined;
}

/** One of a few, all in sight. The other props, react-hook-form's `register(…)` included, go to every radio. */
export function RadioGroup(props: ChoiceGroupProps) {
  return <ChoiceGroup type="radio" {...props} />;
}

/** Any of a few, all in sight. The other props, react-hook-form's `register(…)` included, go to every checkbox. */
export function CheckboxGroup(props: ChoiceGroupProps) {
  return <ChoiceGroup type="checkbox" {...props} />;
}

function ChoiceGroup({
  type,
  options,
  chosen,
  label,
  id,
  name,
  optional,
  hint,
  error,
  warning,
  suggestion,
  ...input
}: ChoiceGroupProps & { type: 'radio' | 'checkbox' }) {
  const groupId = useControlId(id, name);
  const messages = { hint, error, warning, suggestion };
  const control = useFieldMessages(groupId, messages);

  return (
    <fieldset className={fieldStyles.field} aria-describedby={control['aria-describedby']}>
      <legend className={fieldStyles.label}>
        {label} {optional && <OptionalMark />}
      </legend>
      <div className={s.choices}>
        {options.map((option, index) => {
          const choice = typeof option === 'string' ? { value: option, label: option } : option;
          return (
            <label key={choice.value} className={s.choice}>
              <input
                {...input}
                // An error summary's link leads to the first choice.
                id={index === 0 ? groupId : undefined}
                type={type}
                name={name ?? groupId}
                value={choice.value}
                checked={chosen?.includes(choice.value)}
                aria-invalid={control['aria-invalid']}
              />
              {choice.label}
            </label>
          );
        })}
      </div>
      <FieldMessages controlId={groupId} {...messages} />
    </fieldset>
  );
}

/** A single yes or no, its label beside it. */
export function Checkbox({ label, ...input }: InputProps & { label: string; name?: string }) {
  return (
    <label className={s.choice}>
      <input {...input} type="checkbox" />
      {label}
    </label>
  );
}
