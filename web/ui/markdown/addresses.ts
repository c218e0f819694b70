/**
 * Where a link of a document leads: to a place of the document itself, to a screen of the product, or out of it (files of
 * the product count as out: they are no screens). Undefined for an address that is not followed at all.
 */
export type LinkKind = 'here' | 'inside' | 'outside';

/** Without its slashes `https:x` is a place of our own on a page that came by https. */
const otherSite = /^https?:\/\//i;
/** A browser leaves tabs and line ends out of an address before it reads it, so they serve only to hide something. */
// oxlint-disable-next-line no-control-regex
const hiding = /[\u0000-\u001f\u007f]|^\s|\s$/;
/** '//host' and '/\host' are other sites. */
const ownPath = /^\/(?![/\\])/;

export function linkKind(address: string): LinkKind | undefined {
  if (hiding.test(address)) return undefined;
  if (address.startsWith('#')) return 'here';
  if (ownPath.test(address)) {
    if (isStored(address)) return 'outside';
    return isCall(address) ? undefined : 'inside';
  }
  // Without a base: a relative address leads nowhere, a document has no folder.
  const isOutside = otherSite.test(address) || /^mailto:/i.test(address);
  return isOutside && URL.canParse(address) ? 'outside' : undefined;
}

/** Calls do something: `/api/logout` in a tab of its own would end the session. The server takes the same path in other spellings. */
const isCall = (address: string): boolean =>
  /^\/+(?:api|auth|metrics|healthz|readyz)(?:\/|$)/i.test(
    decoded(new URL(address, 'http://own.invalid').pathname),
  );

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray % means itself, to the server as well.
    return path;
  }
}

/** Own images are shown. Images of other sites are only named, because loading them reveals who reads what. */
export type ImageKind = 'own' | 'remote';

const picture = /^data:image\/(png|jpeg|gif|webp)[;,]/i;

export function imageKind(address: string): ImageKind | undefined {
  if (hiding.test(address)) return undefined;
  if (picture.test(address) || (ownPath.test(address) && isStored(address))) return 'own';
  return otherSite.test(address) && URL.canParse(address) ? 'remote' : undefined;
}

/**
 * Only the object store, after dots are resolved: an image is fetched without a click, and with the reader's session a
 * call such as /api/logout would do its work.
 */
const isStored = (address: string): boolean =>
  new URL(address, 'http://own.invalid').pathname.startsWith('/objects/');
