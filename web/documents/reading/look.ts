/** Classes that the text of a document and the editor around it share, so that nothing shifts when the editor arrives. */

export const PAGE = 'min-w-0 px-4 pt-6 pb-12 md:px-6';
/** On wide screens the settings are next to the text. */
export const COLUMNS = 'xl:grid xl:grid-cols-[minmax(0,1fr)_19rem]';
/** Height of one row; on phones of two. */
export const BAR = 'min-h-[3.3125rem] max-md:min-h-[3.8125rem] max-sm:min-h-[6.6875rem]';
/** Its buttons need two rows on a narrow phone. */
export const TOOLBAR = 'mb-2 min-h-[2.3125rem] max-[26.5rem]:min-h-[4.1875rem]';
