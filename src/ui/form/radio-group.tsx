import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx';

/**
 * A choice of one option, as radio buttons. All other props, such as react-hook-form's
 * `register(…)`, are passed to every radio button.
 */
export function RadioGroup(props: ChoiceGroupProps) {
  return <ChoiceGroup type="radio" {...props} />;
}
