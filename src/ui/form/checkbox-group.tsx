import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx';

/**
 * A choice of any number of options, as checkboxes. All other props, such as react-hook-form's
 * `register(…)`, are passed to every checkbox.
 */
export function CheckboxGroup(props: ChoiceGroupProps) {
  return <ChoiceGroup type="checkbox" {...props} />;
}
