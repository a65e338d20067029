import type { BrandConfig } from '#server/config/brand-config.ts';

import { Html, html } from './html.ts';

/** The address of the brand’s logo. */
export const logoPath = '/brand-logo';

/**
 * Returns a page of the portal, as index.html has it, in the brand: its name, its logo as icon and
 * mark, its colours, and whom to ask at the end of the page.
 */
export function brandPage(page: string, brand: BrandConfig): string {
  const { name, logo, support } = brand;
  const style = writeStyle(brand);
  const icon = html`<link rel="icon" href="${logoPath}" type="${logo?.type ?? ''}" />`;
  const named = html`<meta name="application-name" content="${name}" />`;
  const ending = support ? html`${writeSupport(support)}</body>` : new Html('</body>');
  return [
    { from: '<title>', to: '</title>', by: html`<title>${name}</title>` },
    { from: '<meta name="application-name"', to: '>', by: named },
    ...(logo ? [{ from: '<link rel="icon"', to: '>', by: icon }] : []),
    ...(style === ''
      ? []
      : [{ from: '</head', to: '>', by: new Html(`<style>${style}</style></head>`) }]),
    { from: '</body', to: '>', by: ending },
  ].reduce(replacePart, page);
}

/** Replaces what begins and ends so, if it is there. */
function replacePart(page: string, { from, to, by }: { from: string; to: string; by: Html }) {
  const start = page.indexOf(from);
  const end = page.indexOf(to, start);
  return start === -1 || end === -1
    ? page
    : page.slice(0, start) + by.text + page.slice(end + to.length);
}

/** Returns the custom properties of the brand’s colours and logo as CSS; empty without either. */
export function writeStyle({ accents, logo }: BrandConfig): string {
  const names = { accent: '--accent', accentInk: '--accent-ink', accentWash: '--accent-wash' };
  const colours =
    accents &&
    (['accent', 'accentInk', 'accentWash'] as const).map(
      (name) => `${names[name]}:light-dark(${accents.light[name]},${accents.dark[name]})`,
    );
  const mark = logo ? [`--brand-logo:url(${logoPath})`, '--brand-drawing:none'] : [];
  const lines = [...(colours ?? []), ...mark];
  return lines.length === 0 ? '' : `:root{${lines.join(';')}}`;
}

/** Whom to ask, below every page, also where no script runs. */
function writeSupport({ name, phone, email }: NonNullable<BrandConfig['support']>): Html {
  return html`<aside id="support" aria-label="Support">
    Questions? <span translate="no">${name}</span>,
    <a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${phone}</a>,
    <a href="mailto:${email}">${email}</a>
  </aside>`;
}
