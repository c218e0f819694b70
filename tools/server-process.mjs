// How the server's process starts. V8's space for new objects grows with the memory of the machine, and the C library
// keeps freed memory apart for each of many threads: both take 60 MB that the server does not need.
export const serverFlags = ['--max-semi-space-size=16'];
export const serverVariables = { MALLOC_ARENA_MAX: '2' };
