import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { testFolder, testService } from '#server/testing/access/with-people.ts';

const page = `<!doctype html><html><head><title>Partner portal</title>
<meta name="application-name" content="Partner portal" />
<link rel="icon" href="/favicon.svg" type="image/svg+xml" /></head><body><div id="root"></div></body></html>`;
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>';

/** Starts the service with a portal in a brand. */
async function startBranded(env: Record<string, string>) {
  const folder = await testFolder();
  const portalFolder = path.join(folder, 'dist');
  await mkdir(portalFolder);
  await writeFile(path.join(portalFolder, 'index.html'), page);
  const logo = path.join(folder, 'logo.svg');
  await writeFile(logo, drawing);
  const settings = { ...env, ...(env['BRAND_LOGO'] !== undefined && { BRAND_LOGO: logo }) };
  return testService({ env: settings, deps: { portalFolder } });
}

test('every page has the name, icon, colours and support of the lender', async () => {
  const service = await startBranded({
    BRAND_NAME: 'Northbank & <Partners>',
    BRAND_LOGO: 'logo.svg',
    BRAND_COLOUR: '#0b6b4f',
    BRAND_SUPPORT: 'Partner desk, +61 2 5550 1234, help@northbank.test',
  });
  for (const url of ['/sign-in', '/leads', '/nothing-here']) {
    const { body, headers } = await service.call('GET', url, { headers: { accept: 'text/html' } });
    expect(body).toContain('<title>Northbank &#38; &#60;Partners&#62;</title>');
    expect(body).toContain('content="Northbank &#38; &#60;Partners&#62;"');
    expect(body).toContain('<link rel="icon" href="/brand-logo" type="image/svg+xml');
    expect(body).toMatch(/<aside id="support".*Partner desk.*tel:\+61255501234.*mailto:help@/s);
    // Its policy allows the style with the colours.
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? [];
    expect(style).toContain('--accent:light-dark(#0b6b4f,');
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`);
  }
  const logo = await service.call('GET', '/brand-logo');
  expect([logo.body, logo.headers['content-type']]).toEqual([
    drawing,
    'image/svg+xml; charset=utf-8',
  ]);
  // Opened by itself, a drawing runs nothing.
  expect(logo.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox$/);
});

test('without a brand the page is that of the portal, sent compressed, and again only if changed', async () => {
  const service = await startBranded({});
  const first = await service.call('GET', '/sign-in');
  expect(first.body).toBe(page);
  expect((await service.call('GET', '/brand-logo')).statusCode).toBe(404);
  const headers = { 'accept-encoding': 'gzip, br' };
  const compressed = await service.call('GET', '/sign-in', { headers });
  expect(compressed.headers['content-encoding']).toBe('br');
  const etag = String(compressed.headers['etag']);
  expect(etag).not.toBe(first.headers['etag']);
  const again = await service.call('GET', '/sign-in', {
    headers: { ...headers, 'if-none-match': etag },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
