import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../http/endpoint.ts';
import { keysOf } from '../secret.ts';
import { administrationRoutes, approvalRoutes } from './administration/routes.ts';
import { googleRoutes } from './google/routes.ts';
import { ownAccountRoutes } from './own-account/routes.ts';
import { passkeyRoutes, passkeySignInRoutes } from './passkeys/routes.ts';
import { policyRoutes } from './policy/routes.ts';
import { registrationRoutes } from './registration/routes.ts';
import { secondFactorRoutes, secondStepRoutes } from './second-factor/routes.ts';
import { signInRoutes, sessionRoutes, passwordRoutes } from './sign-in/routes.ts';
import { tokenRoutes } from './api-tokens/routes.ts';

export function accountRoutes(app: FastifyInstance, mount: Mount, db: Db, config: Config) {
  const keys = keysOf(config);
  signInRoutes(app, mount, db, config);
  googleRoutes(app, db, config);
  secondStepRoutes(mount, config, keys);
  secondFactorRoutes(mount, config, keys);
  passkeySignInRoutes(mount, config);
  passkeyRoutes(mount, config);
  ownAccountRoutes(app, mount, db, config);
  registrationRoutes(mount, config);
  passwordRoutes(mount, config);
  sessionRoutes(mount);
  approvalRoutes(mount);
  administrationRoutes(mount);
  policyRoutes(mount, config);
  tokenRoutes(mount);
}
