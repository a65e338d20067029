import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { CheckboxGroup } from './checkbox-group.tsx';

test('a group of choices is named, and its first choice takes the links of the summary', () => {
  render(
    <CheckboxGroup label="Products" name="products" options={['LOC', 'Loan']} error="Choose one" />,
  );
  expect(screen.getByRole('group', { name: 'Products' })).toHaveAccessibleDescription('Choose one');
  expect(document.getElementById('products')).toBe(screen.getByLabelText('LOC'));
});
