import { offlineCopies } from '../../contract/calls/offline-copies.ts';
import type { Mount } from '../http/endpoint.ts';
import { listCopies } from './queries.ts';

export const offlineCopyRoutes = (mount: Mount) =>
  mount(offlineCopies.choose, ({ db, actor, body }) => listCopies(db, actor, body.opened));
