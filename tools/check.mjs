// What is known without running the product: types, lint and format.
import { runNode } from './child-process.mjs';
import { tools } from './paths.mjs';
import { nothing } from './test-counts.mjs';

const checks = [
  { name: 'types', script: tools.tsc, args: ['-b'] },
  { name: 'lint', script: tools.oxlint, args: ['--type-aware'] },
  { name: 'format', script: tools.oxfmt, args: ['--check'] },
];

/** Runs all checks, also after one failed; answers how many passed and failed. */
export async function checkAll() {
  const failures = [];
  for (const { name, script, args } of checks) {
    console.log(`Checking ${name}.`);
    const code = await runNode(script, args);
    if (code === 0) continue;
    console.error(`The check of ${name} failed.`);
    failures.push(`the check of ${name}`);
  }
  const failed = failures.length;
  return { ...nothing, passed: checks.length - failed, failed, failures };
}
