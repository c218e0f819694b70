/**
 * Where to go after sign-in. Only addresses of the product itself: one leading slash. '//host' and '/\\host' lead
 * elsewhere in a browser, and control characters are dropped by it before it looks. The ways in lead to themselves.
 */
export function ownPath(address: string | undefined): string {
  // oxlint-disable-next-line no-control-regex
  if (!address || !/^\/(?![/\\])/.test(address) || /[\u0000-\u001f]/.test(address)) return '/';
  if (/^\/(login|register)\/?(?:[?#]|$)/i.test(address)) return '/';
  return address;
}
