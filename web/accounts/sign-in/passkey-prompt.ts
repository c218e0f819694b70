import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from '../../../contract/call.ts';
import { passkeys } from '../../../contract/passkeys.ts';

/** The part that speaks with the authenticator comes when it is needed. */
const prompt = () => import('@simplewebauthn/browser');

/** Has the browser make a passkey and keeps it. Rejects when the person changes their mind. */
export async function makePasskey(name: string, password: string | undefined) {
  const options = await call(passkeys.options, { body: { password } });
  const { startRegistration } = await prompt();
  const response = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  });
  return call(passkeys.create, { body: { name, response: { ...response } as never } });
}

/** Signs in with a passkey that the person chooses in the browser's own window. */
export async function signInWithPasskey() {
  const options = await call(passkeys.loginOptions, {});
  const { startAuthentication } = await prompt();
  const response = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  });
  return call(passkeys.login, { body: { response: { ...response } as never } });
}
