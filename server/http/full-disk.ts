import { accounts } from '../../contract/calls/accounts.ts';
import { alertInputs } from '../../contract/calls/alert-inputs.ts';
import { administration } from '../../contract/calls/administration.ts';
import { approvals } from '../../contract/calls/approvals.ts';
import { assistant } from '../../contract/calls/assistant.ts';
import { checks } from '../../contract/calls/checks.ts';
import { documentImports, knowledgeBaseImports } from '../../contract/calls/imports.ts';
import { documentBatches, knowledgeBaseBatches } from '../../contract/calls/document-batches.ts';
import type { Endpoint } from '../../contract/calls/endpoint.ts';
import { offlineCopies } from '../../contract/calls/offline-copies.ts';
import { ownAccount } from '../../contract/calls/own-account.ts';
import { passkeys } from '../../contract/calls/passkeys.ts';
import { pastedText } from '../../contract/calls/pasted-text.ts';
import { secondFactor } from '../../contract/calls/second-factor.ts';
import { servers } from '../../contract/calls/servers.ts';
import { writing } from '../../contract/calls/writing.ts';
import { diskFull, isDatabaseFull, type Refusal } from './errors.ts';
import type { FreeSpace } from '../storage/free-space.ts';

/** Writing calls that continue on a full disk: they free space, let people sign in, or store almost nothing. */
const GO_ON = new Set<Endpoint>([
  accounts.login,
  accounts.forgotPassword,
  accounts.resetPassword,
  accounts.changePassword,
  secondFactor.verify,
  passkeys.loginOptions,
  passkeys.login,
  // These remove data.
  ownAccount.remove,
  approvals.reject,
  documentBatches.bulk,
  knowledgeBaseBatches.bulk,
  documentImports.undo,
  knowledgeBaseImports.undo,
  servers.bulk,
  // Locking out an account must not wait.
  administration.updateUser,
  // Monitoring matters most when something is wrong.
  checks.run,
  checks.runAll,
  alertInputs.receive,
  alertInputs.sendBeat,
  alertInputs.sendBeatSignal,
  alertInputs.acknowledgeByLink,
  // These respond and store little or nothing.
  assistant.ask,
  offlineCopies.choose,
  pastedText.convert,
  writing.validate,
  writing.enhanceField,
  writing.enhanceContent,
  writing.preview,
]);

const goesOn = (endpoint: Endpoint): boolean => endpoint.method === 'DELETE' || GO_ON.has(endpoint);

/** Why this call is refused on a full disk; undefined when it may continue. */
export function refusalOnFullDisk(
  endpoint: Endpoint,
  freeSpace: Pick<FreeSpace, 'isFull'>,
): Refusal | undefined {
  if (endpoint.method === 'GET' || goesOn(endpoint)) return undefined;
  const storesFiles = endpoint.upload !== undefined || endpoint.bytes !== undefined;
  return freeSpace.isFull(storesFiles ? 'files' : 'database') ? diskFull() : undefined;
}

/** Runs a call that continues on a full disk once more when not a byte was left. Its transaction was rolled back. */
export async function withRoom<T>(
  endpoint: Endpoint,
  freeSpace: Pick<FreeSpace, 'makeRoom'>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (goesOn(endpoint) && isDatabaseFull(error) && (await freeSpace.makeRoom())) return run();
    throw error;
  }
}
