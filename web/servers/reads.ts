import { checks } from '../../contract/checks.ts';
import { search } from '../../contract/search.ts';
import { servers } from '../../contract/servers.ts';

/** Everything that is old once a server was changed. */
export const SERVER_READS = [
  servers.list,
  servers.find,
  servers.bin,
  servers.history,
  servers.documents,
  servers.watching,
  checks.list,
  checks.availability,
  checks.incidents,
  search.find,
];
