import * as z from 'zod/mini';

import { templateColumns } from './lead-template.ts';

/** The target of a column whose cells are added to the notes, each as a line "Header: text". */
export const addToNotes = '+notes';
/** Where the cells of a file's column go: a template column, or lines in the notes. */
export const columnTarget = z.enum([...templateColumns.map(({ name }) => name), addToNotes]);
/** Max columns of a file. */
export const maxFileColumns = 1_000;
/** Max row number of the header: title rows above it are few. */
export const maxHeaderRow = 20;
