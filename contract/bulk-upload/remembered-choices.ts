import * as z from 'zod/mini';

import { columnTarget, storableText } from './parse-options.ts';

/** Limits of the choices remembered for a partner. */
export const rememberedLimits = {
  headerLength: 100,
  issueLength: 200,
  optionLength: 200,
  /** Entries of each kind in one request. */
  inRequest: 1_000,
  /** Entries of each kind for a partner: those not used for longest are forgotten. */
  stored: 2_000,
  /** Days after which an unused choice is deleted: long enough for a yearly file. */
  retentionDays: 400,
  /** Maximum size in bytes of a request. */
  body: 1024 * 1024,
} as const;

/** The target of a column with this header; null: it is ignored. */
export const rememberedColumn = z.strictObject({
  /** The header as `headerKey` in `src/bulk-upload/columns/header-names.ts` writes it. */
  header: storableText(rememberedLimits.headerLength, 1),
  target: z.nullable(columnTarget),
});

/** The option that answered the question of an issue. */
export const rememberedResolution = z.strictObject({
  issue: storableText(rememberedLimits.issueLength, 1),
  option: storableText(rememberedLimits.optionLength, 1),
});

/**
 * What a partner chose in earlier files, and the portal proposes for later ones: targets of
 * columns, and resolutions to the questions of issues.
 */
export const rememberedChoices = z.strictObject({
  columns: z.array(rememberedColumn).check(z.maxLength(rememberedLimits.inRequest)),
  resolutions: z.array(rememberedResolution).check(z.maxLength(rememberedLimits.inRequest)),
});
export type RememberedChoices = z.infer<typeof rememberedChoices>;

/**
 * What the service returns: more than one request can add. A target may be of an earlier template.
 */
export const storedChoices = z.object({
  columns: z.array(z.object({ header: z.string(), target: z.nullable(z.string()) })),
  resolutions: z.array(z.object({ issue: z.string(), option: z.string() })),
});
export type StoredChoices = z.infer<typeof storedChoices>;
