import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ApiError } from '#server/errors/api-error.ts';

import { Html, html } from './html.ts';
import { hashElements } from './security-headers.ts';

// A separate template, because the page’s policy contains the hash of this exact text.
const style = new Html(
  `<style>:root { color-scheme: light dark; } body { max-width: 40rem; margin: 0 auto; padding: 4rem 1rem; font: 14px/20px system-ui, sans-serif; color: light-dark(#16181d, #e8eaee); background: light-dark(#fff, #131519); } h1 { font-size: 20px; line-height: 28px; } a { color: light-dark(#2a52c9, #9db4ff); }</style>`,
);

/**
 * Returns whether a person opened one of the portal’s own endpoints in a tab: an attached file, or
 * a file to download. Programs, and the portal’s page, read the error as JSON.
 */
export function isOpenedInTab({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && url.startsWith('/portal/') && headers['sec-fetch-dest'] === 'document';
}

/** Sends an error as a page: what happened, and the way back. */
export function sendErrorPage({ status, message, headers }: ApiError, reply: FastifyReply) {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Couldn’t open this file</title>
        ${style}
      </head>
      <body>
        <main>
          <h1>Couldn’t open this file</h1>
          <p>${message}</p>
          <p><a href="/">Go to the portal</a></p>
        </main>
      </body>
    </html>`;
  return reply
    .code(status)
    .headers({
      ...headers,
      'content-security-policy': [
        "default-src 'none'",
        ['style-src', ...hashElements('style', page.text)].join(' '),
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    })
    .type('text/html; charset=utf-8')
    .send(page.text);
}
