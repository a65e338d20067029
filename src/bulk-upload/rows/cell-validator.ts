import {
  isValidCell,
  ownerError,
  ownerErrors,
  validateCell,
} from '#contract/bulk-upload/lead-rows.ts';
import { templateColumnAt, templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { issueKind, type FoundIssue } from '#src/bulk-upload/fixes/issue-kinds.ts';
import { businessNumberWarning } from '#src/bulk-upload/fixes/row-issues.ts';
import { maxUnknownLength } from '#src/lib/values/choices.ts';
import { type KnownContact, readContact } from '#src/lib/values/contacts.ts';
import { mayBeDamaged, mayHaveTrace, programTrace } from '#src/lib/values/program-traces.ts';

import type { ValidationContext } from './sheet.ts';

/** Validates the cells of one partner’s file. */
export interface CellValidator {
  /** By column index: returns whether a cell has no issue, except for doubts about its number. */
  readonly isValid: readonly ((text: string) => boolean)[];
  /** The contacts that rows may name; none if only the upstream service knows them. */
  readonly contacts: readonly KnownContact[];
  /** Returns the issue of a cell; undefined if the cell has none. */
  readonly findIssue: (columnIndex: number, text: string) => FoundIssue | undefined;
}

/**
 * Returns a validator that applies the contract’s rules, checks whether the partner and contact
 * are allowed, and finds text damaged by a spreadsheet that the contract would accept.
 */
export function cellValidator(context: ValidationContext): CellValidator {
  const contacts = context?.contacts ?? [];
  const owners = context && { ...context, contactIds: new Set(contacts.map(({ id }) => id)) };
  const contactKind = (text: string) => {
    if (readContact(contacts, text) !== undefined) return 'contact-name';
    return text.trim().length > maxUnknownLength ? 'other' : 'contact-unknown';
  };
  const findIssue = (columnIndex: number, text: string): FoundIssue | undefined => {
    const result = validateCell(columnIndex, text);
    if (result.error !== undefined)
      return { kind: issueKind(columnIndex, text, result.suggestion), sentence: result.error };
    const sentence = ownerError(templateColumnAt(columnIndex).name, result.value, owners);
    if (sentence !== undefined)
      return { kind: sentence === ownerErrors.brokerRepId ? contactKind(text) : 'other', sentence };
    if (text.trim() === '' || !mayHaveTrace(columnIndex)) return undefined;
    const trace = programTrace(columnIndex, text);
    if (trace || !mayBeDamaged[columnIndex]) return trace;
    return businessNumberWarning(columnIndex, text);
  };
  const isValid = templateColumns.map(({ name }, columnIndex) => {
    if (name in ownerErrors)
      return (text: string) => text === '' || findIssue(columnIndex, text) === undefined;
    if (!mayHaveTrace(columnIndex)) return (text: string) => isValidCell(columnIndex, text);
    return (text: string) =>
      isValidCell(columnIndex, text) &&
      (text === '' || programTrace(columnIndex, text) === undefined);
  });
  return { isValid, contacts, findIssue };
}
