/**
 * Normalises the target of a check: `127.1`, `0x7f000001` and `[::1]` become the address they mean. Follows the WHATWG
 * URL rules, which browser and server share.
 */
export const CHECK_KINDS = ['tcp', 'http', 'node_exporter', 'windows_exporter'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

export type CheckTarget = { protocol: 'tcp:' | 'http:' | 'https:'; host: string; port: number; url: string };

const EXPORTER_PORTS: Partial<Record<CheckKind, number>> = { node_exporter: 9100, windows_exporter: 9182 };
/** Applied to the part before path and parameters. */
const HAS_PORT = /^(\[[^\]]*\]|[^:/?#\\]*):\d/;
const NOT_A_HOST = /[^a-z0-9.\-_[\]:]/i;

/** The target, or a message about the error. */
export function readTarget(kind: CheckKind, text: string): CheckTarget | { problem: string } {
  if (kind === 'tcp') return tcpTarget(text);
  const port = EXPORTER_PORTS[kind];
  const short = port !== undefined && !/^[a-z]+:\/\//i.test(text);
  const withScheme = short ? `http://${text}` : text;
  const url = parsed(withScheme);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || !url.hostname) {
    return {
      problem: port ? 'Use host, host:port or an http(s) address' : 'Use an http:// or https:// address',
    };
  }
  if (url.username || url.password)
    return { problem: 'An address with a user name or password is not taken' };
  if (short && !HAS_PORT.test(text)) url.port = String(port);
  if (port && url.pathname === '/') url.pathname = '/metrics';
  url.hash = '';
  return {
    protocol: url.protocol,
    host: bare(url.hostname),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    url: url.href,
  };
}

function tcpTarget(text: string): CheckTarget | { problem: string } {
  const problem = 'Use host:port, such as db-01.corp.example.com:5432';
  const [, host = '', portText = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(portText);
  const url = NOT_A_HOST.test(host) ? undefined : parsed(`http://${host}:1/`);
  if (!url?.hostname || url.pathname !== '/' || port < 1 || port > 65_535) return { problem };
  return { protocol: 'tcp:', host: bare(url.hostname), port, url: `${url.hostname}:${port}` };
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Only URLs put IPv6 addresses in brackets. */
const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');
