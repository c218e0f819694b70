/**
 * The target of a link: a place in the document itself, a screen of the product, or outside (also files of the product,
 * which are not screens). Undefined for addresses that are not followed.
 */
export type LinkKind = 'here' | 'inside' | 'outside';

/** Without slashes, `https:x` is a relative address on pages loaded over https. */
const otherSite = /^https?:\/\//i;
/** Browsers remove tabs and line ends from addresses before parsing, so they only serve to hide something. */
// oxlint-disable-next-line no-control-regex
const hiding = /[\u0000-\u001f\u007f]|^\s|\s$/;
/** '//host' and '/\host' address other hosts. */
const ownPath = /^\/(?![/\\])/;

export function linkKind(address: string): LinkKind | undefined {
  if (hiding.test(address)) return undefined;
  if (address.startsWith('#')) return 'here';
  if (ownPath.test(address)) {
    if (isStored(address)) return 'outside';
    return isCall(address) ? undefined : 'inside';
  }
  // Parsed without a base: a relative address is invalid, because a document has no folder.
  const isOutside = otherSite.test(address) || /^mailto:/i.test(address);
  return isOutside && URL.canParse(address) ? 'outside' : undefined;
}

/**
 * API addresses have side effects: opening `/api/logout` would end the session. The server accepts other spellings of
 * the same path.
 */
const isCall = (address: string): boolean =>
  /^\/+(?:api|auth|metrics|healthz|readyz)(?:\/|$)/i.test(
    decoded(new URL(address, 'http://own.invalid').pathname),
  );

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray % is literal, on the server as well.
    return path;
  }
}

/** Own images are shown. Images of other sites are only named, because loading them would reveal who reads what. */
export type ImageKind = 'own' | 'remote';

const picture = /^data:image\/(png|jpeg|gif|webp)[;,]/i;

export function imageKind(address: string): ImageKind | undefined {
  if (hiding.test(address)) return undefined;
  if (picture.test(address) || (ownPath.test(address) && isStored(address))) return 'own';
  return otherSite.test(address) && URL.canParse(address) ? 'remote' : undefined;
}

/**
 * Only the object store, after dots are resolved: images load without a click and with the reader's session, so calls
 * such as /api/logout would take effect.
 */
const isStored = (address: string): boolean =>
  new URL(address, 'http://own.invalid').pathname.startsWith('/objects/');
