import { ApiError } from '../../contract/shared/error.ts';

/** Whether the session has ended: a dialog over the page asks to sign in again. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === 'signed_out';

export const SIGNED_OUT = {
  title: 'Signed out',
  text: 'Your session had ended. Sign in, then add the image again.',
};
