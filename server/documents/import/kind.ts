/** Kind of import jobs, and name of the lock that allows one at a time. */
export const IMPORT = 'import';
