/**
 * The types of records. What depends on the type is written for each of them: a new one does not
 * compile before (docs/architecture.md, "A kind of record").
 */
export const recordTypes = ['lead', 'deal'] as const;
export type RecordType = (typeof recordTypes)[number];

/** The names of the types, as a sentence begins with them. */
export const typeLabels: Readonly<Record<RecordType, string>> = { lead: 'Lead', deal: 'Deal' };

/** A list of records, in the addresses of pages and endpoints; its table has the same name. */
export type RecordList = `${RecordType}s`;
export const listsByType: { readonly [Type in RecordType]: `${Type}s` } = {
  lead: 'leads',
  deal: 'deals',
};
export const recordLists: readonly RecordList[] = recordTypes.map((type) => listsByType[type]);

/** The type of the records of each list. */
export const typesByList: Readonly<Record<RecordList, RecordType>> = {
  leads: 'lead',
  deals: 'deal',
};

/** Returns the type that a text names; undefined for another text. */
export function findRecordType(text: string | undefined): RecordType | undefined {
  return recordTypes.find((type) => type === text);
}
