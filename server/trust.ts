import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import tls from 'node:tls';
import { WrongSetting } from './config.ts';

const BEGIN = /-----BEGIN ([A-Z0-9 ]*CERTIFICATE)-----/g;
const BLOCK = /-----BEGIN ([A-Z0-9 ]*CERTIFICATE)-----[^-]+-----END \1-----/g;

/**
 * Adds the certificates of CA_FILE to Node's trusted ones. All outgoing TLS (checks, mail, sign-in, object store,
 * models, database) uses Node's default. Throws WrongSetting.
 */
export function trustAuthorities(file: string | undefined): void {
  if (!file) return;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...readAuthorities(resolve(file))]);
}

function readAuthorities(path: string): string[] {
  const text = read(path);
  const blocks = text.match(BLOCK) ?? [];
  const begins = text.match(BEGIN)?.length ?? 0;
  if (begins === 0)
    throw new WrongSetting(
      `CA_FILE: ${path} holds no certificate in PEM form. Convert it: openssl x509 -inform der -in FILE -out NEW.pem`,
    );
  if (blocks.length < begins)
    throw new WrongSetting(
      `CA_FILE: a certificate in ${path} is cut off. Copy the file again, with each BEGIN and END line.`,
    );
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block).toString();
    } catch {
      throw new WrongSetting(`CA_FILE: certificate ${index + 1} in ${path} is damaged. Copy the file again.`);
    }
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new WrongSetting(
      `CA_FILE: ${path} cannot be read (${code}). Name a PEM file that Ops Hub may read, or unset it.`,
    );
  }
}
