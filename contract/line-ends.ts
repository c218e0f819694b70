/** Normalises line ends to line feeds, as editors do. Otherwise equal lines would differ. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');
