import type { FastifyInstance } from 'fastify';

import { withoutFormatCharacters } from '#contract/v1/rules/rules.ts';

/**
 * Removes format characters from the texts of every JSON response, also of what an earlier release
 * stored and of what an existing service returns: a name is never shown in another order than its
 * letters. Lists are written without them (`routes.ts`). Cells of bulk uploads, which are
 * streamed, stay as they are in the file.
 */
export function addShownTexts(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    const isText = isJson && typeof payload === 'string';
    done(null, isText ? shownJson(payload) : payload);
  });
}

/** Returns JSON whose texts have no format characters. */
export function shownJson(json: string): string {
  return withoutFormatCharacters(withoutEscapes(json));
}

/** An escape of JSON: of a character that needs none, or another. */
const jsonEscape =
  /\\(?:u(?!00[01]|0022|005[cC]|[dD][89a-fA-F])[\da-fA-F]{4}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|[^])/g;

/** Returns JSON with characters in place of the escapes that some services write for them. */
function withoutEscapes(json: string): string {
  if (!json.includes(String.raw`\u`)) return json;
  return json.replaceAll(jsonEscape, (escape) =>
    escape.length > 2 ? String(JSON.parse(`"${escape}"`)) : escape,
  );
}
