import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from '../../../contract/calls/call.ts';
import { passkeys } from '../../../contract/calls/passkeys.ts';

/** The library is loaded on demand. */
const prompt = () => import('@simplewebauthn/browser');

/** Creates a passkey in the browser and stores it. Rejects if the person cancels. */
export async function makePasskey(name: string, password: string | undefined) {
  const options = await call(passkeys.options, { body: { password } });
  const { startRegistration } = await prompt();
  const response = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  });
  return call(passkeys.create, { body: { name, response: { ...response } as never } });
}

/** Signs in with a passkey that the person selects in the browser's dialog. */
export async function signInWithPasskey() {
  const options = await call(passkeys.loginOptions, {});
  const { startAuthentication } = await prompt();
  const response = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  });
  return call(passkeys.login, { body: { response: { ...response } as never } });
}
