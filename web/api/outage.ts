import { ApiError } from '../../contract/shared/error.ts';

/** Reports a sign that the server or its database is unavailable. The shell then checks the cause (shell/trouble.tsx). */
export const TROUBLE = 'trouble';
export const noteTrouble = () => dispatchEvent(new Event(TROUBLE));

/**
 * No response, a status above 501, or the page of a proxy: every refusal of the server itself has a code. Only those say
 * something about the session or the data.
 */
export const isOutage = (error: unknown): boolean =>
  error !== null && (!(error instanceof ApiError) || error.status > 501 || !error.body?.code);
