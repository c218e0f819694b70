import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';

/** A longer chain is malicious. */
const MAX_CHAIN = 10;
const HANDSHAKE_BYTES = 100;
/** Minimum key bits by type, as in OpenSSL. */
const WEAKEST = { rsa: 2_048, 'rsa-pss': 2_048, dsa: 2_048, ec: 224 } as Record<string, number>;

/**
 * The earliest expiry in the verified path. Servers also send certificates outside of it, such as the cross-signature
 * of an old root or a replaced intermediate, which may have expired long ago.
 */
export function expiryOf(socket: TLSSocket): Date | undefined {
  const now = Date.now();
  const dates = pathOf(socket).map(({ validToDate }) => validToDate.getTime());
  // OpenSSL has just verified a path, so expired certificates are not part of it.
  const valid = dates.filter((date) => date > now);
  return valid.length > 0 ? new Date(Math.min(...valid)) : undefined;
}

const NOT_TRUSTED = 'The certificate is signed by an authority that is not trusted (see CA_FILE)';
const PROBLEMS = new Map([
  ['CERT_NOT_YET_VALID', 'The certificate is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate is for another name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate is self-signed (see CA_FILE)'],
  ['SELF_SIGNED_CERT_IN_CHAIN', NOT_TRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', `${NOT_TRUSTED}, or the server leaves out an intermediate certificate`],
  ['UNABLE_TO_GET_ISSUER_CERT', NOT_TRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', NOT_TRUSTED],
  ['CERT_REVOKED', 'The certificate was revoked'],
  ['INVALID_PURPOSE', 'The certificate is not for servers'],
]);

/** Why a certificate is not trusted, as a message. */
export function problemOfCertificate(socket: TLSSocket): { message: string; expiredAt?: Date } {
  // Typed as an error, but it is a code.
  const code = String(socket.authorizationError);
  const path = pathOf(socket);
  if (code === 'CERT_HAS_EXPIRED') {
    const index = path.findIndex(({ validToDate }) => validToDate.getTime() <= Date.now());
    const expiredAt = path[index]?.validToDate;
    if (!expiredAt) return { message: 'The certificate has expired' };
    const which = index === 0 ? 'The certificate expired' : 'The certificate of its issuer expired';
    return { message: `${which} on ${dayOf(expiredAt)}`, expiredAt };
  }
  // OpenSSL has no code for this, so the weak certificate is searched in the path.
  const weakness = code === 'UNSPECIFIED' ? path.map(weaknessOf).find((one) => one !== undefined) : undefined;
  if (weakness !== undefined) return { message: weakness };
  return { message: PROBLEMS.get(code) ?? 'The certificate is not trusted' };
}

/** dd/MM/yyyy in UTC, like the dates in certificates. */
const dayOf = (date: Date): string => date.toISOString().slice(0, 10).split('-').toReversed().join('/');

function weaknessOf({ publicKey, signatureAlgorithm = '' }: X509Certificate): string | undefined {
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  const bits = modulusLength ?? Number(/\d{3}/.exec(namedCurve ?? '')?.[0] ?? Infinity);
  if (bits < (WEAKEST[publicKey.asymmetricKeyType ?? ''] ?? 0))
    return `The certificate has a key that is too weak (${bits} bits)`;
  const hash = /md5|sha1(?!\d)/i.exec(signatureAlgorithm)?.[0].toUpperCase();
  return hash && `The certificate has a signature that is too weak (${hash})`;
}

/** OpenSSL's reason for a failed handshake as a message; undefined when the failure was not in TLS. */
export function problemOfHandshake(
  error: NodeJS.ErrnoException & { reason?: string },
  name: string,
  bytesRead: number,
): string | undefined {
  // When the failure ends a write, Node includes the reason only in the text: `error:0A000152:SSL
  // routines:place:reason:…`.
  const reason = error.code === 'EPROTO' ? (error.message.split(':')[4] ?? '') : (error.reason ?? '');
  const code = error.code === 'EPROTO' ? `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}` : error.code;
  // The error of an abort signal has a numeric code.
  if (typeof code !== 'string' || !code.startsWith('ERR_SSL_')) return undefined;
  const refused = code.endsWith('ALERT_HANDSHAKE_FAILURE');
  // TLS 1.2 has no specific alert for this. Without a common cipher the server would not have sent anything yet.
  const wantsCertificate = refused && bytesRead > HANDSHAKE_BYTES;
  // We sent no certificate, so these alerts ask for one.
  if (wantsCertificate || /ALERT_.*CERTIFICATE|ALERT_UNKNOWN_CA$/.test(code))
    return 'It requires a client certificate, which checks do not have';
  if (/PROTOCOL_VERSION$|UNSUPPORTED_PROTOCOL$|VERSION_TOO_LOW$|LEGACY_RENEGOTIATION_DISABLED$/.test(code))
    return 'It supports only an old version of TLS; 1.2 or newer is required';
  if (code.endsWith('UNRECOGNIZED_NAME')) return `It has no certificate for the name ${name}`;
  if (/(TOO_SMALL|TOO_WEAK|TOO_SHORT)$/.test(code)) return 'It uses a key that is too weak';
  if (refused || /INSUFFICIENT_SECURITY$|NO_CIPHERS_AVAILABLE$/.test(code))
    return 'It refused the TLS handshake: no common cipher, a weak key, or a name it does not know';
  if (/ALERT/.test(code)) return `It ended the TLS handshake (${reason})`;
  return 'It does not speak TLS (is it http?)';
}

/**
 * The certificates from the server's up to a root, as OpenSSL finds them: each step prefers trusted certificates over
 * sent ones.
 */
function pathOf(socket: TLSSocket): X509Certificate[] {
  const sent = listSent(socket);
  const path = sent.slice(0, 1);
  for (let last = path[0]; last && path.length < MAX_CHAIN && !isOwnIssuer(last); last = path.at(-1)) {
    const next = issuerAmong(trusted(last), last) ?? issuerAmong(sent, last);
    if (!next) break;
    path.push(next);
  }
  return path;
}

const isOwnIssuer = (certificate: X509Certificate): boolean => certificate.checkIssued(certificate);

function listSent(socket: TLSSocket): X509Certificate[] {
  const sent: X509Certificate[] = [];
  let certificate: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  while (certificate?.raw && sent.length < MAX_CHAIN) {
    sent.push(new X509Certificate(certificate.raw));
    const issuer: DetailedPeerCertificate | undefined = certificate.issuerCertificate;
    certificate = issuer === certificate ? undefined : issuer;
  }
  return sent;
}

/** The first valid one, else the one that expired last. */
function issuerAmong(
  candidates: X509Certificate[],
  certificate: X509Certificate,
): X509Certificate | undefined {
  const issuers = candidates.filter((one) => one !== certificate && certificate.checkIssued(one));
  const now = Date.now();
  const valid = issuers.find((one) => one.validFromDate.getTime() <= now && one.validToDate.getTime() > now);
  return valid ?? issuers.toSorted((a, b) => b.validToDate.getTime() - a.validToDate.getTime())[0];
}

let bySubject = new Map<string, X509Certificate[]>();
let indexed: string[] | undefined;

/** Trusted certificates with the name of the issuer. Parsing all of them takes a while, so it happens once. */
function trusted({ issuer }: X509Certificate): X509Certificate[] {
  const all = tls.getCACertificates('default');
  if (all !== indexed) {
    indexed = all;
    bySubject = Map.groupBy(
      all.map((pem) => new X509Certificate(pem)),
      ({ subject }) => subject,
    );
  }
  return bySubject.get(issuer) ?? [];
}
