/** Maximum cookies kept during the redirects of one check. */
const MAX_COOKIES = 50;
const MAX_BYTES = 4_096;

type Cookie = {
  name: string;
  value: string;
  host: string;
  withSubdomains: boolean;
  path: string;
  isSecure: boolean;
};

/** Stores cookies like a browser (RFC 6265): many pages set one and redirect to themselves. */
export function cookieJar() {
  const cookies = new Map<string, Cookie>();
  return {
    keep(lines: string[] | undefined, url: URL) {
      for (const line of lines ?? []) {
        const cookie = line.length > MAX_BYTES ? undefined : readCookie(line, url);
        if (!cookie) continue;
        const key = [cookie.host, cookie.path, cookie.name].join(' ');
        if (cookie.isGone) cookies.delete(key);
        else if (cookies.size < MAX_COOKIES || cookies.has(key)) cookies.set(key, cookie);
      }
    },
    headersFor(url: URL): { cookie?: string } {
      const sent = [...cookies.values()].filter((cookie) => belongsTo(cookie, url));
      const text = sent
        .toSorted((a, b) => b.path.length - a.path.length)
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
      return text === '' ? {} : { cookie: text };
    },
  };
}

function readCookie(line: string, url: URL): (Cookie & { isGone: boolean }) | undefined {
  const [[name, value] = ['', ''], ...rest] = line.split(';').map(pairOf);
  if (name === '') return undefined;
  const attributes = new Map(rest.map(([key, text]) => [key.toLowerCase(), text]));
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase();
  if (domain && !isWithin(url.hostname, domain)) return undefined;
  const path = attributes.get('path');
  const age = attributes.get('max-age');
  const until = age === undefined ? Date.parse(attributes.get('expires') ?? '') : Number(age) * 1000;
  const isExpired = age === undefined ? until <= Date.now() : until <= 0;
  return {
    name,
    value,
    host: domain || url.hostname,
    withSubdomains: Boolean(domain),
    path: path?.startsWith('/') ? path : url.pathname.replace(/\/[^/]*$/, '') || '/',
    isSecure: attributes.has('secure'),
    isGone: isExpired,
  };
}

const pairOf = (part: string): [name: string, value: string] => {
  const [name = '', ...value] = part.split('=');
  return [name.trim(), value.join('=').trim()];
};

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

function belongsTo({ host, withSubdomains, path, isSecure }: Cookie, url: URL): boolean {
  if (withSubdomains ? !isWithin(url.hostname, host) : url.hostname !== host) return false;
  if (isSecure && url.protocol !== 'https:') return false;
  return url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
