import { describe, expect, it } from 'vitest';

import { templateColumns, templateHeader } from './lead-template.ts';

describe('the CSV template', () => {
  it('has the creation fields in the contract’s order, an address as six columns', () => {
    const names = templateHeader.split(',');
    const first = 'firstName,lastName,companyName,phone,email,amountRequested';
    expect(names.slice(0, 6)).toEqual(first.split(','));
    expect(names).toHaveLength(37 + 4 * 6);
    expect(new Set(names).size).toBe(names.length);
    const home = names.indexOf('residentialAddress.addressLine1');
    const address = 'addressLine1,addressLine2,city,state,zipCode,country';
    const parts = names.slice(home, home + 6).map((name) => name.split('.')[1]);
    expect(parts).toEqual(address.split(','));
  });

  it('validates each column by its field’s rule', () => {
    const column = (name: string) => templateColumns.find((one) => one.name === name)!;
    expect(column('phone').field.rule('0412').error).toBeTypeOf('string');
    expect(column('businessAddress.city').label).toBe('Business address: City');
  });
});
