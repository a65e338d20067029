/**
 * Returns only the letters and digits of a header, so that `First name`, `first_name` and
 * `FIRSTNAME` are equal.
 */
export function plainName(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/**
 * Returns the key under which a header is remembered: its plain name, or the header itself where it
 * has no letters that the plain name keeps. `''` for a blank header.
 */
export function headerKey(header: string): string {
  const plain = plainName(header);
  const key = plain === '' ? header.normalize('NFC').trim().toLowerCase() : plain;
  return key.slice(0, maxHeaderKeyLength).toWellFormed().replaceAll('\0', '');
}

/** Max length of a header's key; the start of a longer header tells it from the others. */
const maxHeaderKeyLength = 100;

/** Asides in a header: `(required)`, `[AUD]`, `{optional}`. */
const asides = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g;

/**
 * The words of asides that don't change whose value it is, or which: how it is to be entered, its
 * currency, and kinds of phones. Any other aside does: `Phone (broker)`, `Loan amount (existing)`.
 */
const plainAside = new Set(
  `required optional mandatory compulsory if any known applicable available please enter only
  aud nzd sgd gbp usd cad eur dollar dollars whole currency amount max min up to
  incl including include with without no not and or as per the a of in e g eg ie example
  country code area prefix international format number numbers digit digits character characters
  letter letters comma commas space spaces sign signs symbol dd mm yy yyyy d m y day month year
  yes y n true false mobile cell landline primary main preferred personal new zealand australia australian nz au uk unknown blank empty select choose
  one list dropdown drop down text csv utf`.split(/\s+/),
);

function isPlainAside(aside: string): boolean {
  const words = aside.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  return words.every((word) => plainAside.has(word));
}

/** Units and remarks after the name: `Loan amount AUD`, `Phone - required`. */
const unitsAtEnd =
  /[\s_:,-]+(?:aud|nzd|sgd|gbp|usd|cad|eur|required|optional|mandatory|if any|if known)\s*$/i;

/** What makes another number of an amount: a scale other than one, or a time other than a month. */
const measure =
  /['’]?000|(?<![a-z])(?:k|m|mn|mio|bn|thousands?|millions?|cents|annual(?:ly)?|annum|p\.?a|years?|yearly|quarter(?:s|ly)?|fortnight(?:s|ly)?|weeks?|weekly|days?|daily)(?![a-z])/i;

/** Returns whether the amounts below a header are in thousands, for a year and the like. */
export function namesOtherMeasure(header: string): boolean {
  return measure.test(header);
}

/** What programs and forms put before a name: `Person - Phone`, `Client: Email`. */
const ownerAtStart =
  /^\s*(?:lead|contact|person|client|customer|applicant|borrower|director|primary contact|main contact)(?:['’]s)?(?:\s*[-–:.>/|_]\s*|\s+)(?=\S)/i;

const personAtStart =
  /^\s*(?:contact|person|applicant|borrower|director|primary contact|main contact)(?![a-z])/i;

/** Returns whether a header is about a person, whose address need not be that of the business. */
export function namesPerson(header: string): boolean {
  return personAtStart.test(header);
}

/** A longer text is no name with an aside; cutting it could take seconds. */
const maxNameLength = 300;

/**
 * Returns the plain names that a header may be known by, the surest first: as it is written,
 * without asides that change nothing and units, and without the person it is about.
 */
export function plainNames(header: string): readonly string[] {
  if (header.length > maxNameLength) return [plainName(header)].filter((name) => name !== '');
  const withoutAsides = header
    .replaceAll(asides, (aside) => (isPlainAside(aside) ? ' ' : aside))
    .replace(unitsAtEnd, '');
  const withoutOwner = withoutAsides.replace(ownerAtStart, '');
  return [header, withoutAsides, withoutOwner].map(plainName).filter((name) => name !== '');
}
