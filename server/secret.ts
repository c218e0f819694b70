import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused, type Config } from './config.ts';
import { createWhole } from './whole-file.ts';

/** Encrypts data so that the database alone cannot reveal it. Each purpose has its own key. */
export type Keys = {
  /** `bound` is the owner of the text: it cannot be decrypted for any other. */
  seal(purpose: string, bound: string, text: string): string;
  /** Throws unless the text was encrypted with this secret for this purpose. */
  open(purpose: string, bound: string, sealed: string): string;
  /** A keyed hash: equal texts give equal marks, which reveal nothing about the text. */
  mark(purpose: string, text: string): string;
  /** An Ed25519 signature. The same text gives the same one. */
  sign(purpose: string, text: string): Buffer;
  /** Verifies signatures of this purpose; as PEM, for everybody. */
  publicKey(purpose: string): string;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** What PKCS #8 puts before the 32 bytes of an Ed25519 key (RFC 8410). */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Keys derived from SESSION_SECRET, or from a secret that the first start writes into DATA_DIR. */
export function keysOf(config: Pick<Config, 'SESSION_SECRET' | 'DATA_DIR'>): Keys {
  const secret = config.SESSION_SECRET ?? ownSecret(config.DATA_DIR);
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const signerFor = (purpose: string) =>
    createPrivateKey({ key: Buffer.concat([ED25519, keyFor(purpose)]), format: 'der', type: 'pkcs8' });
  return {
    seal(purpose, bound, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv).setAAD(Buffer.from(bound));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(purpose, bound, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const body = IV_BYTES + TAG_BYTES;
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, IV_BYTES), options);
      decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(IV_BYTES, body));
      return Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()]).toString('utf8');
    },
    mark: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest('hex'),
    sign: (purpose, text) => sign(null, Buffer.from(text), signerFor(purpose)),
    publicKey: (purpose) =>
      createPublicKey(signerFor(purpose)).export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** Two processes that start at the same time use the secret that was written first. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) createWhole(file, randomBytes(32).toString('base64url'));
  const secret = readFileSync(file, 'utf8');
  if (secret.trim() !== '') return secret;
  throw new StartRefused(
    `${file} is empty: bring it back from a backup, or remove it and run npm run adopt -- secret (README.md, Several nodes).`,
  );
}
