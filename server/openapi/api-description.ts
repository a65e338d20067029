import type { Endpoint } from '#contract/endpoint.ts';
import type { Html } from '#server/http/html.ts';

import type { DocumentedOperation } from './shared-parts.ts';

/** An operation with its address, as the page shows it. */
export interface AddressedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: DocumentedOperation;
}

/** An interface to describe: its endpoints, and what the document and the page say about it. */
export interface ApiDescription {
  readonly title: string;
  /** One or two sentences: what it is for, and how a program identifies itself. */
  readonly summary: string;
  /** Says where the key comes from. */
  readonly keySource: string;
  readonly endpoints: readonly Endpoint[];
  /** The beginning of all paths. */
  readonly basePath: string;
  /** The addresses of the document for programs and of the page for people. */
  readonly documentAddress: string;
  readonly pageAddress: string;
  /** The groups of operations, in order, and the group of each. */
  readonly tags: readonly string[];
  readonly findTag: (endpoint: Endpoint) => string;
  /** A further sentence about each operation, by its id. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** Returns the beginning of the page; `base` is the portal’s URL. */
  readonly introduction: (base: string) => Html;
  /** Notes on every operation. */
  readonly notes: readonly Note[];
  /** Returns the end of a command line that calls an operation: the body to send. */
  readonly exampleBody: (operation: AddressedOperation) => string;
  /** The name that an example uses for the id in a path. */
  readonly exampleId: (path: string) => string;
}

/** A paragraph of the document and the page: its topic, and its text, with code and links. */
export type Note = readonly [topic: string, text: string];

/** Returns a JSON body for a command line; `$ID` in it is a variable of the shell. */
export function jsonExample(body: object): string {
  const json = JSON.stringify(body).replaceAll(/"(\$\w+)"/g, `"'$1'"`);
  return ` \\\n  -H "Content-Type: application/json" \\\n  -d '${json}'`;
}
