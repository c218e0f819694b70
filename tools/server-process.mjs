// How the server's process starts. V8's space for new objects grows with the memory of the machine, and the C library
// keeps freed memory apart for each of many threads: both take 60 MB that the server does not need. It also keeps what long
// texts took, up to 32 MB a piece, unless these limits are fixed: 40 saves of 4.5 MB then take 135 MB less.
export const serverFlags = ['--max-semi-space-size=16'];
export const serverVariables = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
