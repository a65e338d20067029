// How a part of a page finds elements of another part: both ends import the same name from here.

/** The ids of the sections that links and commands go to. */
export const apiKeySection = 'api-key';
export const attachmentsSection = 'attachments';
export const historySection = 'history';

/** The id of the first field of the form of a new lead. */
export const firstLeadFieldId = 'firstName';

/** The class of the hidden field that collects text typed during loading. */
export const earlyFieldClass = 'early-field';

/** Finds the dialog that is open, which asks something before the page goes on. */
export const openDialog = 'dialog[open]';

// Attributes that mark elements. Style sheets have some of them too.

/** Says which command presses a button: a `PageCommand`. */
export const commandMark = 'data-command';
/** Says how high the rows of a table are, if the person has chosen. */
export const densityMark = 'data-density';
/** Where the browser keeps that choice. */
export const densityKey = 'density';
/** Says which field a button edits. */
export const editsMark = 'data-edits';
/** Marks the hidden field of a menu, which collects what is typed while the menu opens. */
export const menuTextMark = 'data-text';
/** Marks the place in the header of a page for news. */
export const newsMark = 'data-news';
/** Marks the row that is shown beside its list. */
export const peekedMark = 'data-peeked';
/** Says what the rows of a search box were searched for. */
export const searchedMark = 'data-searched';
/** Marks the bar with the actions for the selection. */
export const selectedActionsMark = 'data-selected-actions';

/** The `rel` of the links from a record to those beside it. */
export type NeighbourRelation = 'next' | 'prev';

/** The commands that press a button of a page. */
export const pageCommands = ['display', 'export', 'filter', 'views'] as const;
export type PageCommand = (typeof pageCommands)[number];
