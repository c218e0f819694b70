import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** A software authenticator that follows the test, correctly or not. */
export type SoftwarePasskey = {
  id: string;
  /** The browser's request after it creates the passkey for this challenge. */
  register(challenge: string, wrong?: Wrong): object;
  /** The browser's request after its owner signs in for this challenge. */
  signIn(challenge: string, wrong?: Wrong): object;
};

type Wrong = { origin?: string; rpId?: string; isUserVerified?: boolean; counter?: number; type?: string };

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

export function newSoftwarePasskey(): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let uses = 0;

  const clientData = (
    type: string,
    challenge: string,
    { origin = 'http://localhost:3000', ...wrong }: Wrong,
  ) => Buffer.from(JSON.stringify({ type: wrong.type ?? type, challenge, origin, crossOrigin: false }));
  const head = ({ rpId = 'localhost', isUserVerified = true, counter }: Wrong, flags: number) => {
    uses += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? uses);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 1 | (isUserVerified ? 4 : 0)]), count]);
  };
  const credential = (response: object) => ({
    id: text(id),
    rawId: text(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    id: text(id),
    register(challenge, wrong = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.from([0, id.length]);
      const authData = Buffer.concat([
        head(wrong, 0x40),
        Buffer.alloc(16),
        length,
        id,
        isoCBOR.encode(key as never),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return credential({
        clientDataJSON: text(clientData('webauthn.create', challenge, wrong)),
        attestationObject: text(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      });
    },
    signIn(challenge, wrong = {}) {
      const client = clientData('webauthn.get', challenge, wrong);
      const authenticatorData = head(wrong, 0);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: text(client),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
      });
    },
  };
}
