/** Returns whether a text is a web address that can be opened. */
export const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);
