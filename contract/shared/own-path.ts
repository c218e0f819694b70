/**
 * The address to open after sign-in. Accepts only addresses of this product with one leading slash. Browsers resolve
 * '//host' and '/\\host' to other sites, and drop control characters first. Sign-in pages themselves are excluded.
 */
export function ownPath(address: string | undefined): string {
  // oxlint-disable-next-line no-control-regex
  if (!address || !/^\/(?![/\\])/.test(address) || /[\u0000-\u001f]/.test(address)) return '/';
  if (/^\/(login|register)\/?(?:[?#]|$)/i.test(address)) return '/';
  return address;
}
