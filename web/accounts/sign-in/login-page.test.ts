import { describe, expect, test } from 'vitest';
import { signInNotice } from './login-page.tsx';

describe('AUTH-02 threat 44 messages in the address of the sign-in page', () => {
  test('confirms a new account with the message in the address or the default', () => {
    expect(signInNotice({ success: 'account_created' })).toEqual({
      kind: 'success',
      text: 'Account created successfully!',
    });
    expect(signInNotice({ success: 'account_created', message: 'Welcome' })?.text).toBe('Welcome');
  });

  test('shows nothing without a known code', () => {
    expect(signInNotice({})).toBeUndefined();
    expect(signInNotice({ message: 'Call this number' })).toBeUndefined();
    expect(signInNotice({ success: 'won_a_prize', message: 'Call this number' })).toBeUndefined();
  });

  test('cuts a message at 200 characters', () => {
    expect(signInNotice({ error: 'not_approved', message: 'x'.repeat(500) })?.text).toHaveLength(200);
  });
});

describe('AUTH-03 error codes', () => {
  test.each([
    ['google_auth_failed', 'Google authentication failed. Please try again.'],
    ['pending_approval', 'Your account is pending admin approval. Please wait for approval.'],
    ['account_rejected', 'Your account has been rejected. Please contact support.'],
    ['not_approved', 'Your account is not approved for login.'],
    ['google_not_configured', 'Google authentication is not configured.'],
    ['anything', 'Authentication failed. Please try again.'],
    ['constructor', 'Authentication failed. Please try again.'],
  ])('%s', (error, text) => {
    expect(signInNotice({ error })).toEqual({ kind: 'error', text });
  });
});
