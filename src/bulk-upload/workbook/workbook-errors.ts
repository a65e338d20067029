/** The sentences for workbooks that can't be read. */
export const damaged =
  'This workbook is damaged: it can’t be read to its end. Open it in the spreadsheet program, save it again, and choose the saved file.';

export const tooLarge =
  'This workbook unpacks to more than a spreadsheet can hold, so it isn’t read. Copy the rows of the leads to a new workbook, or save the sheet as CSV UTF-8, and choose that file.';

export const tooManyFormats =
  'The formats of this workbook unpack to more than 64 MB, so it isn’t read. Copy the cells of the leads as values to a new workbook, or save the sheet as CSV UTF-8, and choose that file.';
