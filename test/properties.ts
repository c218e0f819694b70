import fc from 'fast-check';

/** Chooses the random examples of every test: the same in each run, so that a red run can be repeated. */
export const SEED = Number(process.env['TEST_SEED'] ?? 1);

fc.configureGlobal({ seed: SEED });

export { fc };
