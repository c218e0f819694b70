/**
 * Node does file reads, hashes, images and look-ups of names in one pool of threads, by itself of four, of which two at most
 * look names up: two names whose name server says nothing would hold up all others. Threads that wait cost next to nothing.
 * Node reads this when the pool is first used, so this file comes before all others in main.ts.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '64';
