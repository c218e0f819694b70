import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { freePort } from './free-port.ts';
import { productWith } from './proof-product.ts';
import { proveAccess } from './prove-access.ts';
import { proveAlertsNodes } from './prove-alerts-nodes.ts';
import { proveBudgets } from './prove-budgets.ts';
import { proveBackups } from './prove-backups.ts';
import { proveFlood } from './prove-flood.ts';
import { proveFailover } from './prove-failover.ts';
import { proveFullDisk } from './prove-full-disk.ts';
import { proveImports, proveKills } from './prove-kills.ts';
import { proveLine } from './prove-line.ts';
import { proveOutage } from './prove-outage.ts';
import { proveNodes } from './prove-nodes.ts';
import { proveRecovery } from './prove-recovery.ts';
import { proveRestore } from './prove-restore.ts';
import { proveRoundTrip } from './prove-round-trip.ts';
import { proveTyping } from './prove-typing.ts';
import { proveUpgrade } from './prove-upgrade.ts';

/**
 * Proofs that take too long for every change: the product, its database or its network is killed or cut at random moments,
 * and everything it acknowledged must exist afterwards. docs/reliability.md explains each proof. `npm run prove -- ROUNDS`
 * (default 20) runs all of them. Names select proofs (`npm run prove -- 200 kills`). PROVE_KILLS is the number of kills
 * while somebody types (default 200), PROVE_SEQUENCES the number of account life cycles (10,000), and PROVE_CORPORA the
 * paths of Markdown zips for the round trip, separated by commas. `line` creates network namespaces: it needs Linux,
 * iproute2 and the right to do so. `full-disk` mounts a disk: it needs Linux, util-linux and the right to do so. `upgrade`
 * needs an installed PostgreSQL that is older than the embedded one. `nodes` needs nginx. `hostile-calls` sends 200 requests
 * to every call from its schema. `hostile-parsers` gives every parser 400 texts of up to 200,000 characters. `pieces` compares
 * searches for 3,000 pairs of terms with the texts. `flood` sends 2,000 sign-ins a second, slow clients and a thousand event
 * streams while somebody reads.
 * `outage` freezes PostgreSQL under 32 readers, which the copy answers.
 * `access` removes each use of the rule of access; PROVE_FILES chooses them by words of their paths. `restore`
 * kills a restore before each of its calls that change files. `budgets` tries what
 * uses most memory, disk and time in 1 GB of memory; it needs control groups of Linux and root. PROVE_ATTACKS chooses
 * attacks by words of their names, separated by commas. `alerts` simulates 100,000 histories of outages. `alerts-nodes`
 * lets 3,000 of 10,000 servers fall at once while a node is killed.
 */
const words = process.argv.slice(2);
const ROUNDS = Number(words.find((word) => /^\d+$/.test(word)) ?? 20);
const KILLS = Number(process.env['PROVE_KILLS'] ?? 200);
const SEQUENCES = Number(process.env['PROVE_SEQUENCES'] ?? 10_000);
const CORPORA = (process.env['PROVE_CORPORA'] ?? '').split(',').filter(Boolean);

/** The folder of initdb and postgres of an installed PostgreSQL. */
function programs(): string {
  const folder = process.env['POSTGRES_PROGRAMS'];
  if (folder) return folder;
  throw new Error('No PostgreSQL 15 or newer is installed: install one, and start with `npm run prove`');
}

/** Runs one test file with more cases than `npm test` does, and with a new seed. */
async function proveByTest(file: string, settings: Record<string, string>) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', file];
  const seed = process.env['TEST_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31));
  const env = { ...process.env, ...settings, TEST_SEED: seed };
  const [code] = await once(spawn(process.execPath, vitest, { env, stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`${file} failed (TEST_SEED=${seed})`);
  console.log(`${file}: ${Object.entries(settings).join(' ')}, passed`);
}

const { folder, remove } = await openTemporaryFolder();
const product = productWith(await freePort(), { DATA_DIR: folder });
try {
  // Signs in at the first start. The session survives all later starts.
  const first = await product.start();
  await product.signIn();
  await product.stop(first);
  const proofs: Record<string, () => Promise<void>> = {
    lifecycle: () =>
      proveByTest('server/accounts/administration/lifecycle.test.ts', {
        LIFECYCLE_SEQUENCES: String(SEQUENCES),
      }),
    alerts: () => proveByTest('server/alerts/histories.test.ts', { ALERT_HISTORIES: '100000' }),
    'hostile-calls': () => proveByTest('server/http/hostile-calls.test.ts', { HOSTILE_CALLS: '200' }),
    'hostile-parsers': () => proveByTest('test/hostile-parsers.test.ts', { HOSTILE_TEXTS: '400' }),
    pieces: () => proveByTest('server/search/pieces.test.ts', { SEARCH_TERMS: '3000' }),
    access: () => proveAccess((process.env['PROVE_FILES'] ?? '').split(',').filter(Boolean)),
    line: proveLine,
    'full-disk': proveFullDisk,
    flood: () => proveFlood(product, folder),
    outage: () => proveOutage(product, folder),
    budgets: () => proveBudgets((process.env['PROVE_ATTACKS'] ?? '').split(',').filter(Boolean)),
    typing: () => proveTyping(product, folder, KILLS),
    kills: () => proveKills(ROUNDS, programs()),
    'alerts-nodes': () => proveAlertsNodes(Math.ceil(ROUNDS / 4), programs()),
    nodes: () => proveNodes(Math.ceil(ROUNDS / 4), programs()),
    migrations: () => proveByTest('server/db/migrations.test.ts', { KILLED_MIGRATIONS: 'all' }),
    failover: () => proveFailover(Math.ceil(ROUNDS / 4), programs()),
    imports: () => proveImports(product, Math.ceil(ROUNDS / 4)),
    backups: () => proveBackups(product, folder, Math.ceil(ROUNDS / 4)),
    recovery: () => proveRecovery(Math.ceil(ROUNDS / 4)),
    restore: proveRestore,
    upgrade: proveUpgrade,
    corpora: async () => {
      for (const zip of CORPORA) await proveRoundTrip(folder, zip);
    },
  };
  const chosen = Object.keys(proofs).filter((name) => words.includes(name));
  const unknown = words.filter((word) => !/^\d+$/.test(word) && !(word in proofs));
  if (unknown.length > 0)
    throw new Error(`No proof is called ${unknown.join(', ')}. There are: ${Object.keys(proofs).join(', ')}`);
  for (const [name, prove] of Object.entries(proofs))
    if (chosen.length === 0 || chosen.includes(name)) await prove();
  await product.stop(await product.start());
} finally {
  await product.end();
  await remove();
}
