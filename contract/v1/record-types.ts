/**
 * The types of records. What depends on the type is written for each of them: a new one does not
 * compile before (docs/how-to-add.md, "A kind of record").
 */
export const recordTypes = ['lead', 'deal'] as const;
export type RecordType = (typeof recordTypes)[number];

/** The names of the types, as a sentence begins with them. */
export const typeLabels: Readonly<Record<RecordType, string>> = { lead: 'Lead', deal: 'Deal' };

/** The name of a list, in the addresses of pages and endpoints, and of its table. */
export type RecordListName = `${RecordType}s`;
export const listsByType: { readonly [Type in RecordType]: `${Type}s` } = {
  lead: 'leads',
  deal: 'deals',
};
export const recordLists: readonly RecordListName[] = recordTypes.map((type) => listsByType[type]);

/** The type of the records of each list. */
export const typesByList: Readonly<Record<RecordListName, RecordType>> = {
  leads: 'lead',
  deals: 'deal',
};

/** Returns the type that a text names; undefined for another text. */
export function findRecordType(text: string | undefined): RecordType | undefined {
  return recordTypes.find((type) => type === text);
}
