import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod/mini';

import { leadFieldNames } from '#contract/v1/leads.ts';
import { idText } from '#server/upstream/client/upstream-paths.ts';

import { emptyLead, ownerFields, presentSent } from './upstream-changes.presenter.ts';
import type { NewUpstreamChange } from './upstream-changes.store.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the values with which a lead was created, in the shapes of responses. */
export function createdValues(sent: Values): Values {
  const values = leadFieldNames
    .filter((name) => !Object.hasOwn(ownerFields, name))
    .map((name) => [name, presentSent(name, sent[name])] as const)
    .filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, emptyLead[name]));
  return Object.fromEntries(values);
}

/** The fields of a lead that an update named, and what the lead was before and after it. */
interface Update {
  readonly sent: Values;
  /** The fields of the lead as it was read before; undefined if it could not be read. */
  readonly before: Values | undefined;
  readonly after: Values;
}

/**
 * Returns the values that an update has changed. `former` lacks a field whose value before is not
 * known, because the service does not return it.
 */
export function changedValues({ sent, before, after }: Update): {
  former: Values;
  current: Values;
} {
  const former: Record<string, unknown> = {};
  const current: Record<string, unknown> = {};
  for (const name of leadFieldNames.filter((one) => Object.hasOwn(sent, one))) {
    const field = ownerFields[name] ?? name;
    const to = Object.hasOwn(after, field)
      ? findValue(after, field)
      : presentSent(name, sent[name]);
    const isKnown = before !== undefined && Object.hasOwn(before, field);
    if (to === undefined || (isKnown && isDeepStrictEqual(findValue(before, field), to))) continue;
    current[field] = to;
    if (isKnown) former[field] = findValue(before, field);
  }
  return { former, current };
}

const findValue = (values: Values, field: string): unknown => values[field] ?? emptyLead[field];

const attachment = z.object({
  id: idText,
  fields: z.object({ entityId: idText, fileName: z.string(), type: z.string() }),
});

/**
 * Returns the files that a response to an upload says are attached to a lead. The upstream service
 * responds with one record for one file, and with an array for several.
 */
export function attachedFiles(response: unknown): NewUpstreamChange[] {
  return [response].flat().flatMap((one) => {
    const { data } = attachment.safeParse(one);
    if (!data) return [];
    const { entityId: leadId, fileName, type } = data.fields;
    return { leadId, kind: 'attached', current: { attachmentId: data.id, type, fileName } };
  });
}
