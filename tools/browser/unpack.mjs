// Unpacks the Chromium of @sparticuz/chromium and writes a script that starts it with the bundled libraries.
// Usage: node unpack.mjs <path of that script>
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const script = process.argv[2];
const folder = path.dirname(script);
mkdirSync(folder, { recursive: true });

// The package unpacks into the temporary folder. It unpacks its libraries only if it detects AWS Lambda.
process.env.TMPDIR = folder;
process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
const { default: chromium } = await import('@sparticuz/chromium');
const browser = await chromium.executablePath();

// Only the browser may use these libraries: the tests also start PostgreSQL, which needs the system's own.
const lines = [
  '#!/bin/sh',
  'here=$(cd "$(dirname "$0")" && pwd)',
  `export LD_LIBRARY_PATH="${process.env.LD_LIBRARY_PATH}"`,
  `exec "${browser}" "$@"`,
  '',
];
writeFileSync(script, lines.join('\n').replaceAll(folder, '$here'), { mode: 0o755 });
