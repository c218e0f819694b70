/** How the job of an import is called, and the lock that lets one run at a time. */
export const IMPORT = 'import';
