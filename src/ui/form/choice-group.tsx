import type { ComponentProps } from 'react';

import { FieldMessages, useFieldMessages } from './field-messages.tsx';
import { type FieldProps, useControlId } from './field.tsx';
import type { Option } from './native-select.tsx';
import { OptionalMark } from './optional-mark.tsx';

import s from './choice-group.module.css';
import fieldStyles from './field.module.css';

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'type' | keyof FieldProps>;

export interface ChoiceGroupProps extends FieldProps, InputProps {
  options: readonly Option[];
  /** The chosen values, for a controlled group. Without them the inputs are uncontrolled. */
  chosen?: readonly string[] | undefined;
}

/** Choices of options, of one type. */
export function ChoiceGroup({
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
                // The link in the error summary leads to the first option.
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
