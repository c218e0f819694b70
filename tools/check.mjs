// Checks without running the product: types, lint, format and unused code.
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

/** Types and lint are Go programs, which take a third of their time to give memory back soon: it is free again when they end. */
const env = { GOGC: '300', ...process.env };

/** Runs all checks, side by side since each keeps one core busy; answers how many passed and failed. */
export async function checkAll() {
  console.log('Checking types, lint, format and what nobody uses.');
  const codes = await Promise.all(checks.map(({ script, args }) => runNode(script, args, { env })));
  const failures = checks.filter((_, n) => codes[n] !== 0).map(({ name }) => `the check of ${name}`);
  for (const failure of failures) console.error(`Failed: ${failure}.`);
  const failed = failures.length;
  return { ...nothing, passed: checks.length - failed, failed, failures };
}
