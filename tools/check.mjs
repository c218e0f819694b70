// What is known without running the product: types, lint and format.
import { runNode } from './child-process.mjs';
import { tools } from './paths.mjs';

const checks = [
  { name: 'types', script: tools.tsc, args: ['-b'] },
  { name: 'lint', script: tools.oxlint, args: ['--type-aware'] },
  { name: 'format', script: tools.oxfmt, args: ['--check'] },
];

/** Runs all checks, also after one failed; answers how many passed and failed. */
export async function checkAll() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, script, args } of checks) {
    console.log(`Checking ${name}.`);
    const code = await runNode(script, args);
    if (code === 0) counts.passed += 1;
    else counts.failed += 1;
    if (code !== 0) console.error(`The check of ${name} failed.`);
  }
  return counts;
}
