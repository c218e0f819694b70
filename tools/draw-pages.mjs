// Has the built program draw the pages of visitors; a program of its own, since the program reads modes from its environment.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [program, target] = process.argv.slice(2);
const { drawPages } = await import(pathToFileURL(program).href);
writeFileSync(target, JSON.stringify(await drawPages()));
