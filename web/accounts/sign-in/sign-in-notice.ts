/** The message on the sign-in page after a redirect with a code in the address. */
export type SignInNotice = { kind: 'success' | 'error'; text: string };

const ERRORS: Record<string, string> = {
  google_auth_failed: 'Google authentication failed. Please try again.',
  pending_approval: 'Your account is pending admin approval. Please wait for approval.',
  account_rejected: 'Your account has been rejected. Please contact support.',
  not_approved: 'Your account is not approved for login.',
  google_not_configured: 'Google authentication is not configured.',
};
const OTHER_ERROR = 'Authentication failed. Please try again.';
const ACCOUNT_CREATED = 'Account created successfully!';

/** Anybody can put text into an address, so it is shown short and as plain text. */
const MAX_MESSAGE = 200;

type Params = { error?: string | undefined; success?: string | undefined; message?: string | undefined };

export function signInNotice({ error, success, message }: Params): SignInNotice | undefined {
  const detail = message?.trim().slice(0, MAX_MESSAGE);
  if (error) {
    const known = Object.hasOwn(ERRORS, error) ? ERRORS[error] : undefined;
    return { kind: 'error', text: detail || known || OTHER_ERROR };
  }
  if (success === 'account_created') return { kind: 'success', text: detail || ACCOUNT_CREATED };
  return undefined;
}
