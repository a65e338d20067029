import { pageAddresses } from '#contract/portal/addresses.ts';

/** Search parameters, without the question mark, or empty. */
type Search = string | URLSearchParams;

/** A function that returns the link to a page: of the record with the ID, if the page shows one. */
type LinkTo<Address> = Address extends `${string}:id`
  ? (id: string, search?: Search) => string
  : (search?: Search) => string;

function link(address: string, search: Search = ''): string {
  const text = String(search);
  return text === '' ? address : `${address}?${text}`;
}

function linkTo(address: string) {
  if (!address.endsWith(':id')) return (search?: Search) => link(address, search);
  return (id: string, search?: Search) =>
    link(address.replace(':id', encodeURIComponent(id)), search);
}

const links = Object.entries(pageAddresses).map(([name, address]) => [name, linkTo(address)]);

/** The link to every page of the portal. Links use only these functions. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.fromEntries` forgets names
export const paths = Object.fromEntries(links) as {
  readonly [Name in keyof typeof pageAddresses]: LinkTo<(typeof pageAddresses)[Name]>;
};
