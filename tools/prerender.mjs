// Prerenders the visitor pages with the built program, in a separate process.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [program, target] = process.argv.slice(2);
const { prerenderPages } = await import(pathToFileURL(program).href);
writeFileSync(target, JSON.stringify(await prerenderPages()));
