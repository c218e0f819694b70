import { readFileSync } from 'node:fs';
import * as z from 'zod';

const PackageFile = z.object({ version: z.string() });

/** Version of the product in package.json. */
export function productVersion(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return PackageFile.parse(JSON.parse(file)).version;
}
