import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Amount } from './amount.tsx';
import { AmountsOfPartner } from './amounts-of-partner.tsx';
import { ProvideCurrencies } from './provide-currencies.tsx';

const currencies = { usual: 'AUD', byPartner: { p1: 'NZD' } };

test('an amount has the sign of its partner’s currency, else of the usual one', () => {
  render(
    <ProvideCurrencies currencies={currencies}>
      <p>
        <Amount value="1200.00" /> <Amount value="1300.00" partnerId="p1" />
      </p>
      <AmountsOfPartner partnerId="p1" local="GBP">
        <Amount value="1400.50" />
      </AmountsOfPartner>
    </ProvideCurrencies>,
  );
  expect(screen.getByText(/1,200/)).toHaveTextContent(/\$/);
  expect(screen.getByText(/1,300/)).toHaveTextContent(/NZ/);
  expect(screen.getByText(/1,400\.50/)).toHaveTextContent(/NZ/);
});

test('without a currency an amount has that of its business’s country or no sign, and a missing one is a dash', () => {
  render(
    <p>
      <Amount value="1200" /> <Amount value="" /> <Amount value="1500.5" local="GBP" />
    </p>,
  );
  expect(screen.getByText('1,200')).toBeInTheDocument();
  expect(screen.getByText('£1,500.50')).toBeInTheDocument();
  expect(screen.getByText('—')).toBeInTheDocument();
});
