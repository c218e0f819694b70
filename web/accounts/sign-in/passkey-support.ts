/** Whether this browser, at this address, has passkeys at all. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Whether the person closed the browser's window, or let it time out. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
