// Prerenders the pages of visitors with the built program. A process of its own, because React reads NODE_ENV when it is loaded.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [program, target] = process.argv.slice(2);
const { prerenderPages } = await import(pathToFileURL(program).href);
writeFileSync(target, JSON.stringify(await prerenderPages()));
