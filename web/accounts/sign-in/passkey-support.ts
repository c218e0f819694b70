/** Whether this browser supports passkeys at this address. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Whether the person closed the browser's dialog, or it timed out. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
