import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Fixed days that cover every day of a test run. Programs written in Go keep the real time under faketime. */
const [FIRST_DAY, LAST_DAY] = ['20200101000000Z', '20991231000000Z'];
export const CERTIFICATES_EXPIRE = new Date('2099-12-31T00:00:00Z');
export const LONG_AGO = '20210101000000Z';

const SETTINGS = `
[ca]
default_ca=d
[d]
database=index.txt
serial=serial
new_certs_dir=.
default_md=sha256
policy=p
unique_subject=no
rand_serial=yes
[p]
commonName=supplied
[authority]
basicConstraints=critical,CA:TRUE
[good]
subjectAltName=DNS:localhost,IP:127.0.0.1
[other]
subjectAltName=DNS:other.example.com
`;

type Wanted = {
  subject: string;
  /** Name of the issuing certificate. Self-signed if left out. */
  signer?: string;
  extensions?: 'authority' | 'good' | 'other';
  lastDay?: string;
  bits?: number;
  /** Digest of the signature. Defaults to a safe one. */
  hash?: 'md5' | 'sha1';
  /** Name of a certificate with the same key and subject. */
  keyOf?: string;
};

/** Creates certificates in a folder: `NAME.key` and `NAME.pem`. */
export function certificatesIn(folder: string) {
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  writeFileSync(join(folder, 'ca.cnf'), SETTINGS);
  writeFileSync(join(folder, 'index.txt'), '');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  return {
    read,
    /** Options of a TLS server. Further certificates follow its own in the chain, in that order. */
    serving: (name: string, ...chain: string[]) => ({
      key: read(`${name}.key`),
      cert: [name, ...chain].map((one) => read(`${one}.pem`)).join(''),
    }),
    issue(
      name: string,
      { subject, signer, extensions = 'good', lastDay = LAST_DAY, bits = 2_048, hash, keyOf }: Wanted,
    ) {
      const key = keyOf ?? name;
      const make = keyOf
        ? ['-new', '-key', `${key}.key`]
        : ['-newkey', `rsa:${bits}`, '-nodes', '-keyout', `${key}.key`];
      run('req', ...make, '-out', `${name}.csr`, '-subj', `/CN=${subject}`);
      const by = signer
        ? ['-cert', `${signer}.pem`, '-keyfile', `${signer}.key`]
        : ['-selfsign', '-keyfile', `${key}.key`];
      const files = [
        '-config',
        'ca.cnf',
        '-in',
        `${name}.csr`,
        '-out',
        `${name}.pem`,
        '-extensions',
        extensions,
      ];
      run(
        'ca',
        '-batch',
        '-notext',
        ...(hash ? ['-md', hash] : []),
        ...by,
        ...files,
        '-startdate',
        FIRST_DAY,
        '-enddate',
        lastDay,
      );
    },
  };
}

/** Creates an authority and certificates that are valid, expired, self-signed, or for another name. */
export function makeCertificates(folder: string) {
  const { issue, read } = certificatesIn(folder);
  issue('ca', { subject: 'Proof CA', extensions: 'authority' });
  issue('good', { subject: 'good', signer: 'ca' });
  issue('expired', { subject: 'expired', signer: 'ca', lastDay: LONG_AGO });
  issue('other', { subject: 'other', signer: 'ca', extensions: 'other' });
  issue('self', { subject: 'localhost' });
  return { ca: read('ca.pem'), caFile: join(folder, 'ca.pem') };
}
