import { maxFilesByLink } from '#contract/portal/upload-links.ts';
import { acceptedFiles, attachmentKindsSentence } from '#contract/v1/attachments.ts';
import type { BrandConfig } from '#server/config/brand-config.ts';
import { writeStyle } from '#server/http/branded-page.ts';
import { type Content, Html, html } from '#server/http/html.ts';
import { hashElements } from '#server/http/security-headers.ts';

import type { SentResult } from './store-client-files.ts';

/** What a client reads of a request, and what was received by the link. */
export interface SendFilesPage {
  readonly partnerName: string;
  /** The type of the documents, as the lender calls it. */
  readonly type: string;
  readonly text: string;
  readonly until: Date;
  readonly received: readonly { readonly fileName: string; readonly size: number }[];
}

// A separate template, because the page’s policy contains the hash of this exact text.
const style = new Html(
  `<style>:root { color-scheme: light dark; --ink: light-dark(#1a1b1e, #eceded); --soft: light-dark(#595d64, #a2a7ae); --line: light-dark(#e5e5e2, #2a2d31); --accent: light-dark(#2f4fc4, #9db0ff); --accent-ink: light-dark(#fff, #10131f); } * { box-sizing: border-box; } body { max-width: 32rem; margin: 0 auto; padding: 24px 16px 48px; font: 16px/24px system-ui, sans-serif; color: var(--ink); background: light-dark(#fff, #131519); overflow-wrap: anywhere; } h1 { margin: 4px 0 8px; font-size: 24px; line-height: 32px; } h2 { margin: 32px 0 0; font-size: 16px; } p { margin: 8px 0; } .from { font-weight: 600; } .text { white-space: pre-line; } .soft { color: var(--soft); font-size: 14px; line-height: 20px; } form { margin: 24px 0; padding: 16px; border: 1px solid var(--line); border-radius: 8px; } label { display: block; font-weight: 600; } input { width: 100%; margin: 8px 0; font: inherit; color: inherit; } input::file-selector-button, button { min-height: 48px; margin: 0 12px 0 0; padding: 8px 16px; border: 1px solid var(--soft); border-radius: 6px; font: inherit; font-weight: 600; color: inherit; background: transparent; } button { width: 100%; margin-top: 8px; border-color: var(--accent); color: var(--accent-ink); background: var(--accent); cursor: pointer; } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; } ul { margin: 8px 0; padding: 0; list-style: none; } li { display: flex; gap: 16px; justify-content: space-between; padding: 12px 0; border-top: 1px solid var(--line); } li span { flex: none; } .notice { margin: 16px 0; padding: 12px 16px; border-radius: 8px; } .notice p { margin: 0; } .done { background: light-dark(#e8f5ee, #14281f); } .failed { background: light-dark(#fdeceb, #331a18); } .notice li { display: block; border: 0; padding: 4px 0; }</style>`,
);

/** What the page says first. */
interface Notice {
  readonly title: string;
  readonly tone: 'done' | 'failed';
  readonly content: Content;
}

/**
 * Returns the page on which a client sends files, in the lender’s brand; `results` are those of the
 * files just sent.
 */
export function renderSendFiles(
  page: SendFilesPage,
  results: readonly SentResult[],
  brand: BrandConfig,
): string {
  const { partnerName, type, text, until, received } = page;
  const notice = describeResults(page, results);
  const isFull = received.length >= maxFilesByLink;
  return renderDocument(
    notice === undefined ? `${type} for ${partnerName}` : `${notice.title}: ${partnerName}`,
    brand,
    html`<p class="from">${partnerName}</p>
      <h1>${type}</h1>
      ${notice ? renderNotice(notice) : ''} ${text === '' ? '' : html`<p class="text">${text}</p>`}
      <p class="soft">
        ${partnerName} asks you for these documents. You can send them here until
        <time datetime="${until.toISOString()}">${formatTime(until)}</time>, without an account.
      </p>
      ${isFull ? html`<p>This link takes no more files.</p>` : form}
      ${received.length === 0 ? '' : renderReceived(received)}
      <h2>What happens next</h2>
      <p>
        ${partnerName} checks the files and passes them on to the lender. Only they and the lender
        can see them.
      </p>
      <p class="soft">Questions? Ask the person who sent you this link.</p>`,
  );
}

/** Without a script: the browser itself says how far it has come. */
const form = html`<form method="post" enctype="multipart/form-data">
  <label for="files">Choose files or take a photo</label>
  <input
    id="files"
    name="files"
    type="file"
    multiple
    required
    accept="${acceptedFiles}"
    aria-describedby="kinds"
  />
  <p class="soft" id="kinds">
    ${attachmentKindsSentence} Sending can take a few minutes: keep this page open until it says
    what was received.
  </p>
  <button>Send</button>
</form>`;

function describeResults({ partnerName }: SendFilesPage, results: readonly SentResult[]) {
  const failed = results.filter(({ error }) => error !== undefined);
  const names = results.filter(({ error }) => error === undefined).map((one) => one.fileName);
  const done = names.length === 0 ? '' : `Received: ${names.join(', ')}. `;
  if (results.length === 0) return undefined;
  if (failed.length === 0)
    return {
      title: 'Received',
      tone: 'done',
      content: `${done}${partnerName} can see ${names.length === 1 ? 'it' : 'them'} now.`,
    } as const;
  const reasons = failed.map(
    ({ fileName, error = '' }) => html`<li><strong>${fileName}</strong>: ${error}</li>`,
  );
  const content = html`<p>${done}Not received:</p>
    <ul>
      ${reasons}
    </ul>`;
  return { title: 'Not received', tone: 'failed', content } as const;
}

const renderNotice = ({ tone, content }: Notice) =>
  html`<div class="notice ${tone}" role="${tone === 'done' ? 'status' : 'alert'}">
    ${content instanceof Html ? content : html`<p>${content}</p>`}
  </div>`;

function renderReceived(received: SendFilesPage['received']): Html {
  const rows = received.map(
    ({ fileName, size }) =>
      html`<li>${fileName} <span class="soft">received, ${formatSize(size)}</span></li>`,
  );
  return html`<h2>Received so far</h2>
    <ul>
      ${rows}
    </ul>`;
}

/** Returns the page of an error: a link that does not work, or that can’t be used now. */
export function renderLinkError(title: string, sentence: string, brand: BrandConfig): string {
  return renderDocument(
    title,
    brand,
    html`<h1>${title}</h1>
      <p>${sentence}</p>`,
  );
}

function renderDocument(title: string, brand: BrandConfig, content: Html): string {
  const colours = writeStyle({ ...brand, logo: null });
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${style} ${colours === '' ? '' : new Html(`<style>${colours}</style>`)}
      </head>
      <body>
        <header class="soft" translate="no">${brand.name}</header>
        <main>${content}</main>
      </body>
    </html>`.text;
}

/** Returns the headers of a page: nothing of it runs, is stored or sends its address elsewhere. */
export function toHeaders(page: string) {
  return {
    'content-security-policy': [
      "default-src 'none'",
      ['style-src', ...hashElements('style', page)].join(' '),
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  };
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Returns a moment in words: which time zone a client has is not known. */
const formatTime = (time: Date) => `${timeFormat.format(time)} UTC`;

function formatSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
