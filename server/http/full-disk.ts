import { accounts } from '../../contract/accounts.ts';
import { assistant } from '../../contract/assistant.ts';
import { checks } from '../../contract/checks.ts';
import { documentBatches, knowledgeBaseBatches } from '../../contract/document-batches.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ownAccount } from '../../contract/own-account.ts';
import { passkeys } from '../../contract/passkeys.ts';
import { pastedText } from '../../contract/pasted-text.ts';
import { secondFactor } from '../../contract/second-factor.ts';
import { servers } from '../../contract/servers.ts';
import { writing } from '../../contract/writing.ts';
import { diskFull, type Refusal } from './errors.ts';
import type { FreeSpace } from '../storage/free-space.ts';
import { approvals } from '../../contract/administration.ts';

/** Calls that go on while the disk is full although they are no reads: they free space, let people in, or store next to nothing. */
const GO_ON = new Set<Endpoint>([
  accounts.login,
  accounts.forgotPassword,
  accounts.resetPassword,
  accounts.changePassword,
  secondFactor.verify,
  passkeys.loginOptions,
  passkeys.login,
  // They remove.
  ownAccount.remove,
  approvals.reject,
  documentBatches.bulk,
  knowledgeBaseBatches.bulk,
  servers.bulk,
  // The watch on servers is needed most when something is wrong.
  checks.run,
  checks.runAll,
  // They answer, and keep little or nothing.
  assistant.ask,
  pastedText.convert,
  writing.validate,
  writing.enhanceField,
  writing.enhanceContent,
  writing.preview,
]);

/** Why this call is refused while the disk is full; undefined where it may go on. */
export function refusalOnFullDisk(
  endpoint: Endpoint,
  freeSpace: Pick<FreeSpace, 'isFull'>,
): Refusal | undefined {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE' || GO_ON.has(endpoint)) return undefined;
  const storesFiles = endpoint.upload !== undefined || endpoint.bytes !== undefined;
  return freeSpace.isFull(storesFiles ? 'files' : 'database') ? diskFull() : undefined;
}
