import { type ComponentProps, useState } from 'react';

import { TextButton } from '#src/ui/elements/text-button.tsx';

import { Field, splitFieldProps } from './field.tsx';
import { Input } from './input.tsx';
import type { TextInput } from './text-input.tsx';

import s from './control.module.css';

/** A labelled input of a password, which can be shown as typed. */
export function PasswordInput(props: Omit<ComponentProps<typeof TextInput>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  const [field, input] = splitFieldProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <div className={s.inputShell}>
          <Input
            {...input}
            {...control}
            name={field.name}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextButton onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <span className="visually-hidden"> password</span>
          </TextButton>
        </div>
      )}
    </Field>
  );
}
