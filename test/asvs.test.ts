// docs/asvs.csv maps every requirement of levels 1 and 2 of OWASP ASVS 5.0.0 to a proof or a reason.
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { fileExists, isTest, readSourceFiles, readText, type Violation } from './house-files.ts';

/** Requirements by id, from lines "id level" in the order of the standard. */
const REQUIREMENTS = '29debb6cfc11acf5deb2b2bb4e01bd836c5648dcc592aae17957e36b808cec05';
const VERDICTS = ['met', 'differs', 'not met', 'not applicable'];

type Row = Record<'id' | 'level' | 'topic' | 'verdict' | 'proof' | 'note', string>;

const rows: Row[] = parse(readText('docs/asvs.csv'), { columns: true });
const security = readText('SECURITY.md');

/**
 * Returns the errors of a row. A proof is a line "file › text": a test file with a part of a title, or a document with a
 * heading.
 */
function faultsOf({ id, topic, verdict, proof, note }: Row, document = security): Violation[] {
  const faults: Violation[] = [];
  if (!topic) faults.push(`${id}: no topic`);
  if (!VERDICTS.includes(verdict)) faults.push(`${id}: the verdict "${verdict}" is none`);
  if (verdict === 'met' && !proof) faults.push(`${id}: met without a proof`);
  if (verdict !== 'met' && !note) faults.push(`${id}: ${verdict} without a reason`);
  if (verdict === 'not met' && !document.includes(`(${id})`))
    faults.push(`${id}: SECURITY.md does not say that it is not met`);
  for (const line of proof.split('\n').filter(Boolean)) {
    const [file = '', text = ''] = line.split(' › ');
    if (!isTest(file) && !file.endsWith('.md')) faults.push(`${id}: ${file} is neither test nor document`);
    else if (!fileExists(file)) faults.push(`${id}: ${file} does not exist`);
    else if (!text || !readText(file).includes(text))
      faults.push(`${id}: ${file} does not contain "${text}"`);
  }
  return faults;
}

describe('the map of OWASP ASVS 5.0.0', () => {
  test('has each requirement of levels 1 and 2 once, in its order', () => {
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
    expect(rows.filter(({ level }) => level === '2')).toHaveLength(183);
    const lines = rows.map(({ id, level }) => `${id} ${level}`).join('\n');
    expect(createHash('sha256').update(lines).digest('hex')).toBe(REQUIREMENTS);
  });

  test('has a proof that exists, or a reason', () => {
    expect(rows.flatMap((row) => faultsOf(row))).toEqual([]);
    const good = { id: '1.1.1', level: '1', topic: 'A', verdict: 'met', proof: '', note: '' };
    const here = 'test/asvs.test.ts › has a proof that exists';
    expect(faultsOf({ ...good, proof: here })).toEqual([]);
    for (const wrong of [
      {},
      { topic: '', proof: here },
      { verdict: 'fine', proof: here, note: 'Why' },
      { verdict: 'differs' },
      { verdict: 'not met', note: 'Why' },
      { proof: 'test/gone.test.ts › a test' },
      { proof: 'server/app.ts › function' },
      { proof: 'SECURITY.md › ## Gone' },
      { proof: 'SECURITY.md' },
    ])
      expect([wrong, faultsOf({ ...good, ...wrong }, '')]).toEqual([wrong, [expect.anything()]]);
  });
});

describe('cryptography', () => {
  const sources = readSourceFiles().filter(
    ({ path }) => /^(contract|server|web)\//.test(path) && !isTest(path),
  );
  const found = (pattern: RegExp, files = sources) =>
    files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name]) => `${name} in ${path}`));

  test('ASVS 11.5.1 secrets come from the generator of node:crypto', () => {
    const guessable = /(Math\.random)/g;
    // web/ creates no secrets: ids of messages on a screen and sample figures may repeat.
    const makers = sources.filter(({ path }) => !path.startsWith('web/'));
    expect(found(guessable, makers)).toEqual([]);
    expect(found(guessable, [{ path: 'server/a.ts', text: 'const id = Math.random();' }])).toHaveLength(1);
    expect(readText('server/tokens.ts')).toContain('randomBytes(32)');
  });

  test('ASVS 11.3.2 the only cipher is AES-256-GCM', () => {
    const names = /['"]((?:aes|des|rc4|chacha|camellia|blowfish)[-\w]*-\w+)['"]/gi;
    // In browsers the name has no length; the key has it.
    const isGood = (use: string) =>
      use.startsWith('aes-256-gcm ') || use === 'AES-GCM in web/offline-copies/sealing.ts';
    expect(found(names).filter((use) => !isGood(use))).toEqual([]);
    expect(readText('web/offline-copies/sealing.ts')).toContain("{ name: 'AES-GCM', length: 256 }");
    expect(found(names).length).toBeGreaterThan(1);
    expect(found(names, [{ path: 'server/a.ts', text: "createCipheriv('aes-128-ecb', key)" }])).toHaveLength(
      1,
    );
  });

  test('ASVS 11.4.1 hashes are SHA-256; S3 requires MD5 as a checksum', () => {
    const names = /(?:createHash|createHmac|hkdfSync)\(\s*['"]([\w-]+)/g;
    expect(found(names).filter((use) => !use.startsWith('sha256 '))).toEqual([
      'md5 in server/storage/backup-bucket.ts',
    ]);
  });
});
