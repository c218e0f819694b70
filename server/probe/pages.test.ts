import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { Check } from '../../contract/shared/check.ts';
import { withWebTarget } from '../../test/web-target.ts';
import { networkProbe } from './network-probe.ts';

/** Pages in the encodings of real servers. */
const web = withWebTarget((_, response) => response.end('All is well'));
const look = (expectText: string, path = '/', more: Partial<Check> = {}) =>
  networkProbe(async () => ['127.0.0.1'])(
    Check.parse({ kind: 'http', target: `${web.current.url}${path}`, timeoutMs: 5_000, expectText, ...more }),
    null,
  );
const answer = (body: Buffer | string, headers: Record<string, string> = {}) => {
  web.current.answer = (_, response) => response.writeHead(200, headers).end(body);
};
beforeEach(() => answer('All is well'));

const latin = (text: string) => Buffer.from(text, 'latin1');
const wide = (text: string) => Buffer.from(text, 'utf16le');
/** 稼働中. */
const SHIFT_JIS = Buffer.from([0x89, 0xd2, 0x93, 0xad, 0x92, 0x86]);

test.each<[string, string, Buffer, string]>([
  ['ISO-8859-1 by header', 'text/html; charset=ISO-8859-1', latin('<h1>Verfügbar</h1>'), 'Verfügbar'],
  ['ISO-8859-15 by header', 'text/html;charset="iso-8859-15"', latin('Preis 5 \xa4'), 'Preis 5 €'],
  ['windows-1251 by header', 'text/plain; charset=windows-1251', latin('\xcf\xf0\xe8\xe2\xe5\xf2'), 'Привет'],
  ['Shift_JIS by header', 'text/html; charset=Shift_JIS', SHIFT_JIS, '稼働中'],
  [
    'Shift_JIS by meta',
    'text/html',
    Buffer.concat([latin('<html><meta charset="Shift_JIS"><p>'), SHIFT_JIS]),
    '稼働中',
  ],
  [
    'ISO-8859-1 by the older meta',
    'text/html',
    latin('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">Verfügbar'),
    'Verfügbar',
  ],
  [
    'an XML declaration',
    'application/xml',
    latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>Verfügbar</a>'),
    'Verfügbar',
  ],
  [
    'a header that takes precedence over meta',
    'text/html; charset=utf-8',
    Buffer.from('<meta charset="iso-8859-1">Verfügbar'),
    'Verfügbar',
  ],
  [
    'a byte-order mark that takes precedence over the header',
    'text/html; charset=iso-8859-1',
    Buffer.from('\ufeffVerfügbar'),
    'Verfügbar',
  ],
  ['UTF-16 by its byte-order mark', 'text/html', wide('\ufeff<p>Verfügbar'), 'Verfügbar'],
  [
    'UTF-16, big-endian, by its byte-order mark',
    'text/html',
    wide('\ufeff<p>Verfügbar').swap16(),
    'Verfügbar',
  ],
  ['UTF-16 by header', 'text/html; charset=utf-16', wide('<p>Verfügbar'), 'Verfügbar'],
  ['UTF-16, big-endian, by header', 'text/html; charset=UTF-16', wide('<p>Verfügbar').swap16(), 'Verfügbar'],
  ['UTF-16 by meta', 'text/html', wide('<meta charset="utf-16"><p>Verfügbar'), 'Verfügbar'],
  [
    'UTF-8 whose meta claims UTF-16',
    'text/html',
    Buffer.from('<meta charset="utf-16">Verfügbar'),
    'Verfügbar',
  ],
  ['GB2312 by meta', 'text/html', latin('<meta charset=gb2312><p>\xd6\xd0\xce\xc4'), '中文'],
  ['no declaration: UTF-8', '', Buffer.from('Verfügbar'), 'Verfügbar'],
  ['no declaration: Windows-1252', '', latin('Verf\xfcgbar \x96 gut'), 'Verfügbar – gut'],
  ['an unknown encoding', 'text/html; charset=none-such', Buffer.from('Verfügbar'), 'Verfügbar'],
  [
    'letters that are composed of two characters',
    'text/html',
    Buffer.from('Verfügbar'.normalize('NFD')),
    'Verfügbar',
  ],
])('INFRA-11 reads a page in %s as a browser does', async (_, type, body, word) => {
  answer(body, type ? { 'content-type': type } : {});
  expect(await look(word)).toMatchObject({ outcome: 'good' });
  expect(await look('Verfagbar')).toMatchObject({ outcome: 'bad' });
});

test.each([1, 2, 3, 7])('INFRA-11 a page in chunks of %d bytes keeps its letters', async (size) => {
  const text = `${' '.repeat(1_030 - size)}稼働中 – Verfügbar`;
  for (const [type, bytes] of [
    ['utf-8', Buffer.from(text)],
    ['utf-16le', wide(text)],
  ] as const) {
    web.current.answer = (_, response) => {
      response.writeHead(200, { 'content-type': `text/html; charset=${type}` });
      const end = bytes.length - 40;
      response.write(bytes.subarray(0, end));
      const writeFrom = (from: number): void => {
        if (from >= bytes.length) return void response.end();
        response.write(bytes.subarray(from, from + size));
        setImmediate(() => writeFrom(from + size));
      };
      writeFrom(end);
    };
    expect(await look('稼働中 – Verfügbar')).toMatchObject({ outcome: 'good' });
  }
});

test('INFRA-11 finds a word far after the first MiB, but not after 10 MiB', async () => {
  answer(`${'x'.repeat(9 * 1024 * 1024)} All is well`);
  expect(await look('All is well')).toMatchObject({ outcome: 'good' });
  answer(`${'x'.repeat(10 * 1024 * 1024)} All is well`);
  expect(await look('All is well')).toMatchObject({ message: 'It answered without the expected text' });
});

test.each([
  ['a named character reference', '<p>Verf&uuml;gbar &amp; schnell</p>', 'Verfügbar & schnell'],
  ['numeric character references', 'Verf&#252;gbar &#x26; schnell', 'Verfügbar & schnell'],
  ['a search for its source', 'Verf&uuml;gbar', 'Verf&uuml;gbar'],
  ['a non-breaking space', 'All&nbsp;is\u00a0well', 'All is well'],
  ['a line break', 'All is\r\n    well', 'All is well'],
  ['a typographic hyphen', 'Stand\u2010by ready', 'Stand-by ready'],
  ['typographic quotation marks', 'It\u2019s \u201cup\u201d', 'It\'s "up"'],
  ['a soft hyphen', 'Verfüg\u00adbar', 'Verfügbar'],
  ['markup within its words', '<b>All</b> sys<wbr>tems: <span title="x">g</span>ood', 'All systems: good'],
  ['cells of a table', '<td>Status</td><td class="x">&Ouml;K</td>', 'Status ÖK'],
  ['a search for an element', '<title>All is well</title>', '<title>All is well</title>'],
])('INFRA-11 finds a text with %s as it is displayed', async (_, body, word) => {
  answer(body, { 'content-type': 'text/html; charset=utf-8' });
  expect(await look(word)).toMatchObject({ outcome: 'good' });
  expect(await look(`${word}!`)).toMatchObject({ message: 'It answered without the expected text' });
});

test('INFRA-11 finds a character that is split between two chunks', async () => {
  for (const split of [3, 5, 9]) {
    const body = `${' '.repeat(2_000)}Verf&uuml;gbar`;
    web.current.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.write(body.slice(0, -split));
      setImmediate(() => response.end(body.slice(-split)));
    };
    expect(await look('Verfügbar')).toMatchObject({ outcome: 'good' });
  }
});

test.each<[string, Buffer]>([
  ['deflate', deflateSync('All is well')],
  ['deflate', deflateRawSync('All is well')],
  ['Deflate', deflateRawSync('x'.repeat(200_000) + 'All is well')],
  ['x-gzip', gzipSync('All is well')],
  ['gzip, br', brotliCompressSync(gzipSync('All is well'))],
  ['identity', Buffer.from('All is well')],
])('INFRA-11 reads a page with %s compression, with or without the zlib header', async (encoding, body) => {
  answer(body, { 'content-encoding': encoding });
  expect(await look('All is well')).toMatchObject({ outcome: 'good' });
});

test('threat 81 unpacks five packings of a page, and no more', async () => {
  const packed = (times: number) =>
    Array.from({ length: times }).reduce<Buffer>((page) => gzipSync(page), Buffer.from('All is well'));
  for (const [times, outcome] of [
    [5, 'good'],
    [6, 'bad'],
  ] as const) {
    answer(packed(times), { 'content-encoding': Array(times).fill('gzip').join() });
    expect(await look('All is well')).toMatchObject({ outcome });
  }
});

test('threat 81 reads 64 kB of headers, and no more', async () => {
  answer('All is well', { 'x-long': 'x'.repeat(70_000) });
  expect(await look('All is well')).toMatchObject({ outcome: 'bad' });
});

test('threat 81 keeps a limited number of cookies, none of them long', async () => {
  const sent: (string | undefined)[] = [];
  const cookies = [`long=${'x'.repeat(5_000)}`, ...Array.from({ length: 60 }, (_, n) => `c${n}=1`)];
  web.current.answer = ({ url, headers }, response) => {
    sent.push(headers.cookie);
    if (url === '/') response.writeHead(302, { location: '/next', 'set-cookie': cookies }).end();
    else response.end('All is well');
  };
  expect(await look('All is well')).toMatchObject({ outcome: 'good' });
  expect(sent).toEqual([undefined, Array.from({ length: 50 }, (_, n) => `c${n}=1`).join('; ')]);
});

test.each(['deflate', 'gzip', 'br'])(
  'INFRA-11 an empty page with %s compression does not contain the text',
  async (encoding) => {
    answer('', { 'content-encoding': encoding });
    expect(await look('All is well')).toMatchObject({ message: 'It answered without the expected text' });
  },
);

test('INFRA-11 requests pages with the Accept header of a browser', async () => {
  web.current.answer = ({ headers }, response) =>
    headers.accept?.includes('text/html') ? response.end('All is well') : response.writeHead(406).end();
  expect(await look('All is well')).toMatchObject({ outcome: 'good' });
});

test('INFRA-11 requests text from an exporter', async () => {
  web.current.answer = ({ headers }, response) =>
    headers.accept?.startsWith('text/plain;version=0.0.4')
      ? response.end('node_boot_time_seconds 1\nnode_time_seconds 3601\n')
      : response.writeHead(406).end();
  const seen = await look('', '', { kind: 'node_exporter', target: `127.0.0.1:${web.current.port}` });
  expect(seen).toMatchObject({ outcome: 'good', uptime: 3_600 });
});

test('INFRA-11 reaches a page that sets a cookie and redirects to itself', async () => {
  web.current.answer = ({ headers }, response) =>
    headers.cookie === 'seen=1; lang=de'
      ? response.end('All is well')
      : response
          .writeHead(302, { location: '/', 'set-cookie': ['seen=1; Path=/; HttpOnly', 'lang=de'] })
          .end();
  expect(await look('All is well')).toMatchObject({ outcome: 'good' });
  expect(web.current.hits.slice(-2)).toEqual(['/', '/']);
});

test('INFRA-11 sends cookies only to their host and path, and drops deleted ones', async () => {
  const sent: (string | undefined)[] = [];
  const cookies = [
    'host=1',
    'foreign=1; Domain=example.org',
    'deep=1; Path=/deep',
    'secret=1; Secure',
    'gone=1',
    'gone=; Max-Age=0',
    'old=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
  ];
  const name = `http://other.example.org:${web.current.port}`;
  const ways: Record<string, string> = { '/': '/next', '/next': '/deep/er', '/deep/er': `${name}/last` };
  web.current.answer = ({ url = '', headers }, response) => {
    sent.push(headers.cookie);
    const location = ways[url];
    if (!location) return response.end('All is well');
    return response.writeHead(307, { location, ...(url === '/' ? { 'set-cookie': cookies } : {}) }).end();
  };
  expect(await look('All is well')).toMatchObject({ outcome: 'good' });
  expect(sent).toEqual([undefined, 'host=1', 'deep=1; host=1', undefined]);
});

test('INFRA-11 an endless redirect to itself is down, and so is one whose cookie is never accepted', async () => {
  web.current.answer = (_, response) => response.writeHead(302, { location: '/', 'set-cookie': 'a=1' }).end();
  expect(await look('All is well')).toMatchObject({
    outcome: 'bad',
    message: 'It redirects more than 10 times',
  });
});

test('INFRA-11 follows a redirect to an address with non-ASCII letters', async () => {
  web.current.answer = ({ url }, response) => {
    if (url === encodeURI('/übersicht')) return response.end('All is well');
    return response.writeHead(302, { location: Buffer.from('/übersicht').toString('latin1') }).end();
  };
  expect(await look('All is well')).toMatchObject({ outcome: 'good' });
});

test.each([
  ['a line feed alone', 'Server: device\n', '\n'],
  ['a letter that no header can contain', 'Server: dev\x01ice\r\n', '\r\n'],
  ['a blank after a value', 'Server: device \t \r\n', '\r\n'],
  ['an invalid cookie', 'Set-Cookie: ___utmv=abc\x01XyZ; path=/; \r\n', '\r\n'],
  ['a header of 40 kB', `Set-Cookie: a=${'x'.repeat(40_000)}\r\n`, '\r\n'],
])('INFRA-11 reads a device that sends %s', async (_, header, end) => {
  web.current.answer = (_request, response) =>
    response.socket?.end(`HTTP/1.1 200 OK${end}${header}${end}All is well`);
  expect(await look('All')).toMatchObject({ outcome: 'good' });
});
