import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Requests of the load generator. It cycles through the paths, and every body is different. */
export type Load = {
  url: string;
  headers: Record<string, string>;
  paths: string[];
  body?: { before: string; after: string };
};

type Measured = { perSecond: number; refused: number; p50: number; p99: number };

/** Sends requests for some seconds over several connections. `script` is the path of the Lua file for wrk. */
export async function sendFor(
  seconds: number,
  connections: number,
  load: Load,
  script: string,
): Promise<Measured> {
  await writeFile(script, scriptOf(load));
  const args = [
    '-t',
    '1',
    '-c',
    String(connections),
    '-d',
    `${seconds}s`,
    '--timeout',
    '60s',
    '-s',
    script,
    load.url,
  ];
  const { stdout } = await promisify(execFile)('wrk', args);
  const line = /^RESULT (.*)$/m.exec(stdout)?.[1];
  if (!line) throw new Error(`wrk said nothing that can be read: ${stdout}`);
  const [perSecond = 0, refused = 0, p50 = 0, p99 = 0] = line.split(' ').map(Number);
  return { perSecond, refused, p50, p99 };
}

const scriptOf = ({ headers, paths, body }: Load) => `
local paths = { ${paths.map(quoted).join(', ')} }
local turn = 0
for name, value in pairs({ ${Object.entries(headers)
  .map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`)
  .join(', ')} }) do wrk.headers[name] = value end
function request()
  turn = turn + 1
  local path = paths[turn % #paths + 1]
  ${
    body
      ? `return wrk.format("PUT", path, nil, ${quoted(body.before)} .. turn .. ${quoted(body.after)})`
      : 'return wrk.format("GET", path)'
  }
end
function done(summary, latency)
  local errors = summary.errors
  local refused = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format("RESULT %.1f %d %.3f %.3f", summary.requests / (summary.duration / 1e6), refused,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`;

/** A Lua string literal. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
