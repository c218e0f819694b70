import fc from 'fast-check';

/** Selects the random examples of every test. It is the same in each run, so that failures can be repeated. */
export const SEED = Number(process.env['TEST_SEED'] ?? 1);

fc.configureGlobal({ seed: SEED });

export { fc };
