import { readFile, writeFile } from 'node:fs/promises';
import { chromium, type Browser } from '@playwright/test';
import { JOURNEYS } from '../e2e/journeys/all-journeys.ts';
import { type Figures, type Journey, Person, type Stage } from '../e2e/journeys/person.ts';
import { ADMINISTRATOR, openDataDir, startHub } from '../e2e/hub.ts';
import { signIn } from '../e2e/signed-in.ts';

const PAGE = 'docs/journeys.md';
const BYTES_PER_KB = 1000;

/** Undefined: the build does not reach the end of the journey. */
type Measured = (Figures & { ms: number }) | undefined;

const COLUMNS: [head: string, figure: (measured: Figures & { ms: number }) => number][] = [
  ['clicks', ({ clicks }) => clicks],
  ['keys', ({ keys }) => keys],
  ['calls', ({ calls }) => calls],
  ['kB', ({ bytes }) => bytes / BYTES_PER_KB],
  ['ms', ({ ms }) => ms],
];

/**
 * Takes the journeys of the browser tests and writes their table into docs/journeys.md. BENCH_BEFORE is the folder of
 * another checkout whose screens are built: each journey is then taken in both builds in turn.
 */
async function main() {
  const executablePath = process.env['PLAYWRIGHT_CHROMIUM_PATH'];
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const before = process.env['BENCH_BEFORE'];
  const products = [];
  for (const sources of before ? [before, '.'] : ['.']) products.push(await startProduct(browser, sources));
  const rows: string[] = [];
  const faults: string[] = [];
  for (const journey of JOURNEYS) {
    const figures: Measured[] = [];
    for (const { stage } of products)
      figures.push(
        await take(journey, stage).catch((error: Error) => {
          if (stage.sources === '.') faults.push(`${journey.name}: ${error.message}`);
          return undefined;
        }),
      );
    rows.push(
      row(
        journey.name,
        COLUMNS.map(([, figure]) => figures.map(cell(figure)).join(' / ')),
      ),
    );
    console.log(rows.at(-1));
  }
  await browser.close();
  for (const { end } of products) await end();
  const head = COLUMNS.map(([name]) => (before ? `${name} before / now` : name));
  await writeTable([
    row('journey', head),
    row(
      '---',
      head.map(() => '---'),
    ),
    ...rows,
  ]);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

async function startProduct(browser: Browser, sources: string) {
  const { dataDir, remove } = await openDataDir();
  const settings = { ...ADMINISTRATOR, CHECK_ALLOW: '127.0.0.0/8', RATE_LIMIT_SCALE: '100000' };
  const hub = await startHub(dataDir, settings, sources);
  const stage: Stage = { browser, hub, cookie: await signIn(hub), sources };
  return { stage, end: () => hub.stop().then(remove) };
}

async function take(journey: Journey, stage: Stage): Promise<Measured> {
  const person = await Person.arrive(stage);
  try {
    await journey.run(person);
    return person.figures();
  } finally {
    await person.leave();
  }
}

const cell = (figure: (measured: Figures & { ms: number }) => number) => (measured: Measured) =>
  measured ? figure(measured).toFixed(0) : '—';

const row = (name: string, cells: string[]) => `| ${[name, ...cells].join(' | ')} |`;

/** The table is the end of the page. */
async function writeTable(lines: string[]) {
  const page = await readFile(PAGE, 'utf8');
  await writeFile(PAGE, `${page.split('\n| ')[0]}\n${lines.join('\n')}\n`);
}

await main();
