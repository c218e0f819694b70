/** The text with every line ended by a line feed alone, as editors write it: else equal lines would differ. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');
