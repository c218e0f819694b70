// Unpacks the Chromium of @sparticuz/chromium and writes the script that starts it with its own libraries.
// node unpack.mjs <path of that script>
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const script = process.argv[2];
const folder = path.dirname(script);
mkdirSync(folder, { recursive: true });

// The package unpacks into the temporary folder, and its libraries only when it believes to be on AWS Lambda.
process.env.TMPDIR = folder;
process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
const { default: chromium } = await import('@sparticuz/chromium');
const browser = await chromium.executablePath();

// The libraries are for the browser alone: the tests also start PostgreSQL, which must not see them.
const lines = [
  '#!/bin/sh',
  'here=$(cd "$(dirname "$0")" && pwd)',
  `export LD_LIBRARY_PATH="${process.env.LD_LIBRARY_PATH}"`,
  `exec "${browser}" "$@"`,
  '',
];
writeFileSync(script, lines.join('\n').replaceAll(folder, '$here'), { mode: 0o755 });
