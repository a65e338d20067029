import { foldText } from '#server/db/search-words.ts';
import { type Random, randomFrom } from '#server/testing/random.ts';

import type { SearchedRecord } from './fill-searched.ts';

/** What somebody types who looks for a record, and the ids that are meant. */
export interface SearchQuery {
  readonly kind: string;
  readonly q: string;
  /** The lead and its deal: either is what the person wants. */
  readonly meant: readonly string[];
}

type Write = (record: SearchedRecord, random: Random) => string | null;

/** What people type, by what they have: a name on the phone, a number in an email, a paper. */
const kinds: Readonly<Record<string, Write>> = {
  'full name and company': ({ client }) => `${makeName(client)} ${firstWord(client.companyName)}`,
  'name without accents, company word': ({ client }) =>
    foldText(`${client.lastName} ${client.firstName} ${secondWord(client.companyName)}`),
  company: ({ client }) => client.companyName,
  'company in capitals, another legal form': ({ client }) =>
    `${withoutForm(client.companyName).toUpperCase()} LIMITED`,
  'words of the company in another order': ({ client }) =>
    `${withoutForm(client.companyName).split(' ').toReversed().join(' ')} ${client.lastName}`,
  'company with a typing error, last name': ({ client }, random) =>
    `${withError(firstWord(client.companyName), random)} ${secondWord(client.companyName)} ${client.lastName}`,
  'last name with a typing error, company': ({ client }, random) => {
    const name = isUnspaced(client) ? makeName(client) : client.lastName;
    // A typing error in two characters leaves one, which says nothing.
    return isUnspaced(client) && name.length < 3
      ? null
      : `${withError(name, random)} ${withoutForm(client.companyName)}`;
  },
  'beginnings of words': ({ client }) =>
    [client.firstName, client.lastName, ...withoutForm(client.companyName).split(' ')]
      .map((word) => word.slice(0, 4))
      .join(' '),
  'trading name and first name': ({ client }) =>
    client.tradingName === undefined ? null : `${client.tradingName} ${client.firstName}`,
  'national phone, in groups': ({ client }) => national(client.phone, ' '),
  'national phone with hyphens': ({ client }) => national(client.phone, '-'),
  'phone with brackets': ({ client }) => client.phone.replace(/^\+(..)(.)/, '+$1 (0) $2'),
  'phone after 00': ({ client }) => `00${client.phone.slice(1)}`,
  'last digits of a phone, last name': ({ client }) =>
    `${client.lastName} ${client.phone.slice(-6)}`,
  'phone with a wrong digit': ({ client }, random) => withError(client.phone.slice(3), random),
  email: ({ client }) => client.email.toUpperCase(),
  'email with a typing error': ({ client }, random) => withError(client.email, random),
  'business number in groups': ({ client }) => grouped(makeBusinessNumber(client)),
  'business number with its name': ({ client }) =>
    client.abn === undefined ? null : `ABN: ${grouped(client.abn) ?? ''}`,
  reference: ({ client }) => client.partnerLeadReferenceId.toLowerCase(),
  'reference without hyphens': ({ client }) =>
    client.partnerLeadReferenceId.startsWith('P-')
      ? null
      : client.partnerLeadReferenceId.replaceAll('-', ' '),
  id: ({ leadId, deal }) => deal?.id ?? leadId,
  'external id of a deal': ({ deal }) => deal && deal.sfid,
  'deal and client': ({ deal, client }) => deal && `${deal.name} ${client.firstName}`,
  'partner and client': ({ partner, client }) => `${firstWord(partner)} ${makeName(client)}`,
  'contact, client and company word': ({ contact, client }) =>
    `${contact.join(' ')} ${client.lastName} ${firstWord(client.companyName)}`,
};

/** Returns queries about records picked at random, in turn of every kind. */
export function searchQueries(
  records: readonly SearchedRecord[],
  seed: number,
  count: number,
): SearchQuery[] {
  const random = randomFrom(seed);
  const entries = Object.entries(kinds);
  return Array.from({ length: count }, (_, index): SearchQuery => {
    const [kind = '', write] = entries[index % entries.length] ?? [];
    for (;;) {
      const record = random.pick(records);
      const q = write?.(record, random) ?? null;
      const meant = [record.leadId, ...(record.deal ? [record.deal.id] : [])];
      if (q !== null) return { kind, q, meant };
    }
  });
}

/** Returns whether names are typed without a space: Chinese, Japanese and Korean ones. */
function isUnspaced({ lastName }: SearchedRecord['client']): boolean {
  return /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(lastName);
}

function makeName(client: SearchedRecord['client']): string {
  const { firstName, lastName } = client;
  return isUnspaced(client) ? `${lastName}${firstName}` : `${firstName} ${lastName}`;
}

function firstWord(text: string): string {
  return text.split(' ')[0] ?? '';
}

function secondWord(text: string): string {
  return text.split(' ')[1] ?? '';
}

function withoutForm(company: string): string {
  return company.replace(/ (Pty\.? Ltd\.?|Pte\. Ltd\.|Limited|Ltd|& Co|& Sons)$/, '');
}

/** Returns a phone as people of its country write it, in groups of three digits. */
function national(phone: string, separator: string): string {
  const isSingapore = phone.startsWith('+65');
  const digits = isSingapore ? phone.slice(3) : `0${phone.slice(3)}`;
  return digits.match(isSingapore ? /.{4}/g : /^.{4}|.{1,3}/g)?.join(separator) ?? digits;
}

function makeBusinessNumber(client: SearchedRecord['client']): string | undefined {
  return client.abn ?? client.nzbn ?? client.uen ?? client.crn;
}

function grouped(number: string | undefined): string | null {
  return number?.replaceAll(/\B(?=(\w{3})+$)/g, ' ') ?? null;
}

/** Returns a text with one letter wrong, missing, twice, or swapped with the next. */
function withError(text: string, random: Random): string {
  const at = random.int(1, text.length - 2);
  const [before, letter, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  return random.pick([
    before + wrongLetter(letter) + after,
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
  ]);
}

/** Returns another letter: one of the same script, or another digit. */
function wrongLetter(letter: string): string {
  if (/\d/.test(letter)) return String((Number(letter) + 1) % 10);
  const code = letter.charCodeAt(0);
  return code < 0x370 ? 'x' : String.fromCharCode(code + 1);
}
