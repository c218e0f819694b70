// Checks that do not run the product: types, lint, format and unused code.
import { runNode } from './child-process.mjs';
import { tools } from './paths.mjs';
import { nothing } from './test-counts.mjs';

const checks = [
  { name: 'types', script: tools.tsc, args: ['-b'] },
  { name: 'lint', script: tools.oxlint, args: ['--type-aware'] },
  { name: 'format', script: tools.oxfmt, args: ['--check'] },
  { name: 'what nobody uses', script: tools.knip, args: ['--no-progress', '--no-config-hints'] },
  {
    name: 'what only tests use',
    script: tools.knip,
    args: ['--production', '--exports', '--files', '--no-progress', '--no-config-hints'],
  },
];

/**
 * The checks of types and lint are Go programs, which spend a third of their time on early garbage collection. They end
 * soon, so they may use more memory.
 */
const env = { GOGC: '300', ...process.env };

/** Runs all checks in parallel, since each uses one core. Returns how many passed and failed. */
export async function checkAll() {
  console.log('Checking types, lint, format and what nobody uses.');
  const codes = await Promise.all(checks.map(({ script, args }) => runNode(script, args, { env })));
  const failures = checks.filter((_, n) => codes[n] !== 0).map(({ name }) => `the check of ${name}`);
  for (const failure of failures) console.error(`Failed: ${failure}.`);
  const failed = failures.length;
  return { ...nothing, passed: checks.length - failed, failed, failures };
}
