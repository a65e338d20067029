import { Button, type ButtonProps } from './button.tsx';

/** A small button that looks like a link: "Edit" beside a title or in a row. */
export function TextButton(props: Omit<ButtonProps, 'variant' | 'size'>) {
  return <Button {...props} variant="plain" size="small" />;
}
