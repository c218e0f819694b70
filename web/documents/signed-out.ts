import { ApiError } from '../../contract/error.ts';

/** The session ended meanwhile: the page leads to sign-in and back, where the draft is offered. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === 'signed_out';

export const SIGNED_OUT = {
  title: 'Signed out',
  text: 'Your session had ended. What you typed is kept: sign in and restore it.',
};
