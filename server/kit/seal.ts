import { createHash, createPublicKey } from 'node:crypto';
import type { Keys } from '../secret.ts';
import { MANIFEST, type AddToKit } from './folder.ts';

/** Purpose of the key that signs kits. All nodes of an installation have the same. */
const SIGNING = 'kit';
const PUBLIC_KEY = 'public.pem';

/** Adds the list of all files and its signature. Returns the SHA-256 of the public key. */
export async function sealKit(keys: Keys, hashes: Record<string, string>, add: AddToKit): Promise<string> {
  const publicKey = keys.publicKey(SIGNING);
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
  const key = createHash('sha256').update(der).digest('hex');
  const all = {
    ...hashes,
    [PUBLIC_KEY]: await add(PUBLIC_KEY, publicKey),
    'VERIFY.txt': await add('VERIFY.txt', VERIFY),
  };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  const list = `${JSON.stringify({ format: 'ops-hub-kit/1', files: sorted }, null, 1)}\n`;
  await add(MANIFEST.list, list);
  await add(MANIFEST.signature, keys.sign(SIGNING, list));
  return key;
}

const VERIFY = `How to check that nobody has changed this kit (OpenSSL 3 or newer, in this folder)

1. The key is that of your Ops Hub. Compare with the line that npm run kit printed:
   openssl pkey -pubin -in ${PUBLIC_KEY} -outform DER | openssl dgst -sha256

2. The list of files is signed with it:
   openssl pkeyutl -verify -pubin -inkey ${PUBLIC_KEY} -rawin -in ${MANIFEST.list} -sigfile ${MANIFEST.signature}

3. Each file is as listed. This prints nothing if all are:
   sed -n 's/^ *"\\(.*\\)": "\\([0-9a-f]\\{64\\}\\)",\\{0,1\\}$/\\2  \\1/p' ${MANIFEST.list} | sha256sum -c --quiet

Files that ${MANIFEST.list} does not name are not part of the kit.
`;
