/** Name of import jobs, and of the lock that lets one run at a time. */
export const IMPORT = 'import';
