import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { deriveAccents } from './brand-colours.rules.ts';
import { setting } from './setting.ts';

/** The name, logo, colours and support of the lender whose portal it is. */
export type BrandConfig = Readonly<ReturnType<typeof brandConfig>>;

const isOneLine = (text: string, max: number) =>
  text.trim() === text && text.length <= max && !/\p{Cc}/u.test(text);

const logoTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
};
const maxLogoBytes = 100 * 1024;

function isLogo(file: string): boolean {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  return path.extname(file).toLowerCase() in logoTypes && size > 0 && size <= maxLogoBytes;
}

/** Returns whom to ask: a name, a phone and an email; undefined for any other text. */
function readSupport(text: string) {
  const [name = '', phone = '', email = '', ...others] = text.split(',').map((part) => part.trim());
  const isPhone = /^\+?[\d ()-]{5,30}$/.test(phone);
  const isEmail = /^[^\s@<>"]+@[^\s@<>"]+$/.test(email);
  const isRight = isOneLine(text, 200) && name !== '' && isPhone && isEmail && others.length === 0;
  return isRight ? { name, phone, email } : undefined;
}

/** The settings of the brand. */
export const brandSettings = {
  BRAND_NAME: setting((text) => isOneLine(text, 40), 'must be a name of at most 40 characters.'),
  BRAND_LOGO: setting(isLogo, 'must be the path of an SVG or PNG file of at most 100 KB.'),
  BRAND_COLOUR: setting(
    (text) => deriveAccents(text) !== undefined,
    'must be a colour such as #2f4fc4 that can be read on white, with a contrast of 4.5 to 1: a darker one.',
  ),
  BRAND_SUPPORT: setting(
    (text) => readSupport(text) !== undefined,
    'must be a name, a phone and an email with commas between them, such as Partner desk, +61 2 5550 1234, help@example.com.',
  ),
};

/** Returns the brand: by default the portal’s own. */
export function brandConfig(values: {
  readonly [Name in keyof typeof brandSettings]?: string | undefined;
}) {
  const { BRAND_NAME, BRAND_LOGO, BRAND_COLOUR, BRAND_SUPPORT } = values;
  return {
    name: BRAND_NAME ?? 'Partner portal',
    /** Its file; null: the portal’s own drawing. */
    logo:
      BRAND_LOGO === undefined
        ? null
        : {
            type: logoTypes[path.extname(BRAND_LOGO).toLowerCase()] ?? '',
            content: readFileSync(BRAND_LOGO),
          },
    /** null: the portal’s own colours. */
    accents: (BRAND_COLOUR !== undefined && deriveAccents(BRAND_COLOUR)) || null,
    /** Whom people ask; null: nobody is named. */
    support: (BRAND_SUPPORT !== undefined && readSupport(BRAND_SUPPORT)) || null,
  };
}
