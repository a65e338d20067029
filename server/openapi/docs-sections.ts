import { errorCodes, errorStatuses } from '#contract/v1/errors.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { dealSubStatuses } from '#contract/v1/values.ts';
import { type Content, type Html, html } from '#server/http/html.ts';

import { errorMeanings, failuresByStatus, makeError, severalStatuses } from './failures.ts';
import type { Note } from './openapi-document.ts';

/** Returns the notes on all operations, as a list. */
export function noteList(notes: readonly Note[]): Html {
  return html`<ul>
    ${notes.map(([topic, text]) => html`<li><b>${topic}.</b> ${marked(text)}</li>`)}
  </ul>`;
}

/** Returns a text with its code and its links, which are in Markdown. */
export function marked(text: string): Html[] {
  return text.split(/(`[^`]+`|\[[^[\]]+\]\([^()]+\))/).map((part) => {
    const [, label, address] = /^\[([^[\]]+)\]\(([^()]+)\)$/.exec(part) ?? [];
    if (label !== undefined) return html`<a href="${address ?? ''}">${label}</a>`;
    return part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`;
  });
}

/** Returns the section on errors: their form, the statuses and the codes. */
export function errorSection(): Html {
  return html`<section id="errors">
    <h2>Errors</h2>
    <p>
      Every error is <code>{"error": "a sentence", "code": "a-code"}</code>. Show the sentence to
      people; branch on the code, which never changes its meaning. Errors of single fields are all
      reported at once in <code>fields</code>, by path:
    </p>
    ${code(JSON.stringify(makeError({ code: 'invalid-fields' }), undefined, 1))}
    <h3>Statuses of errors</h3>
    ${table(
      ['Status', 'Meaning', 'Example of a code'],
      Object.entries(failuresByStatus).map(([status, { description, code: name }]) => [
        html`<code>${status}</code>`,
        html`${marked(description ?? errorMeanings[name])}`,
        html`<code>${name}</code>`,
      ]),
    )}
    <h3 id="error-codes">Codes</h3>
    <p>
      Codes may be added: treat one you don’t know as its status says. The portal’s own operations
      use some of them, besides the ones on this page.
    </p>
    ${table(
      ['Code', 'Status', 'Meaning'],
      errorCodes.map((name) => [
        html`<code>${name}</code>`,
        severalStatuses[name] ?? String(errorStatuses[name]),
        errorMeanings[name],
      ]),
    )}
  </section>`;
}

/** Returns a table; `name` is its class. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Content[])[],
  name = '',
): Html {
  return html`<table class="${name}">
    <thead>
      <tr>
        ${headings.map((heading) => html`<th>${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Returns the section on the statuses and sub-statuses of leads and deals. */
export function statusSection(): Html {
  return html`<section id="statuses">
    <h2>Statuses</h2>
    <p>
      A lead’s <code>status</code> and <code>subStatus</code> are each one of:
      ${leadStatuses.join(', ')}.
    </p>
    ${table(
      ['Deal status', 'Its sub-statuses'],
      Object.entries(dealSubStatuses).map(([status, subs]) => [status, subs.join(', ')]),
    )}
  </section>`;
}

/** Returns a block of code. */
export function code(text: string): Html {
  // A pre element shows every space. The tabindex makes it scrollable by keyboard.
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}
