import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Mount } from '../endpoint.ts';
import { administrationRoutes } from './administration-routes.ts';
import { approvalRoutes } from './approval-routes.ts';
import { googleRoutes } from './google/routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { registrationRoutes } from './registration-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { tokenRoutes } from './token-routes.ts';

export function accountRoutes(app: FastifyInstance, mount: Mount, db: Db, config: Config) {
  signInRoutes(app, mount, db, config);
  googleRoutes(app, db, config);
  registrationRoutes(mount, config);
  passwordRoutes(mount, config);
  sessionRoutes(mount);
  approvalRoutes(mount);
  administrationRoutes(mount);
  tokenRoutes(mount);
}
