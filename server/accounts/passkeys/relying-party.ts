import * as z from 'zod';
import type { Config } from '../../config.ts';

/** Passkeys belong to the host that people use. */
export const relyingParty = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) => {
  const { hostname, origin } = new URL(PUBLIC_URL);
  return { rpID: hostname, origin };
};

/** What an authenticator must sign. */
export const Challenge = z.object({ challenge: z.string() });
