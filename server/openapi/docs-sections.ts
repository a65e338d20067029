import { errorCodes } from '#contract/v1/errors.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { dealSubStatuses } from '#contract/v1/values.ts';
import { Html, html } from '#server/http/html.ts';

import type { Note } from './api-description.ts';
import { errorMeanings } from './error-codes.ts';
import { failuresByStatus } from './shared-parts.ts';

/** Returns what holds for every operation, as a list. */
export function noteList(notes: readonly Note[]): Html {
  return html`<ul>
    ${notes.map(([topic, text]) => html`<li><b>${topic}.</b> ${marked(text)}</li>`)}
  </ul>`;
}

/** Returns a text with its code and its links, which are in Markdown. */
function marked(text: string): Html[] {
  return text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part) => {
    const [, words, address] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    if (words !== undefined) return html`<a href="${address ?? ''}">${words}</a>`;
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
    ${code(errorExample)}
    <h3>Statuses of errors</h3>
    ${table(Object.entries(failuresByStatus).map(([status, { description }]) => [status, description]))}
    <h3 id="error-codes">Codes</h3>
    <p>
      Codes may be added: treat one you don’t know as its status says. The portal’s own operations
      use some of them, beside the ones on this page.
    </p>
    <table>
      <thead>
        <tr>
          <th>Code</th>
          <th>Status</th>
          <th>Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${errorCodes.map((name) => {
          const [statuses, meaning] = errorMeanings[name];
          return html`<tr>
            <td><code>${name}</code></td>
            <td>${statuses}</td>
            <td>${meaning}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </section>`;
}

const phoneError = 'Start with + and the country code, for example +61 412 345 678.';
const errorExample = `{"error": "phone: ${phoneError}",\n "code": "invalid-fields",\n "fields": {"phone": "${phoneError}"}}`;

function table(rows: readonly (readonly [string, string])[]): Html {
  return html`<table>
    <tbody>
      ${rows.map(
        ([name, description]) =>
          html`<tr>
            <td><code>${name}</code></td>
            <td>${description}</td>
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
    <table>
      <thead>
        <tr>
          <th>Deal status</th>
          <th>Its sub-statuses</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(dealSubStatuses).map(
          ([status, subs]) =>
            html`<tr>
              <td>${status}</td>
              <td>${subs.join(', ')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/** Returns a block of code. */
export function code(text: string): Html {
  // A pre element shows every space. The tabindex makes it scrollable by keyboard.
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}
