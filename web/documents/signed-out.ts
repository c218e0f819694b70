import { ApiError } from '../../contract/shared/error.ts';

/** Whether the session has ended: the page redirects to sign-in and back, where it offers the draft. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === 'signed_out';

export const SIGNED_OUT = {
  title: 'Signed out',
  text: 'Your session had ended. What you typed is kept: sign in and restore it.',
};
