import { signInPolicy, type PolicyState, type SignInPolicy } from '../../../contract/calls/sign-in-policy.ts';
import { changedFields, record } from '../../audit/record.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { holdTurn } from '../../db/hold-turn.ts';
import type { Mount } from '../../http/endpoint.ts';
import { type Refusal, refuseField } from '../../http/errors.ts';
import { isInNetworks } from '../../http/sign-in-policy.ts';
import { addressOf } from '../../http/source.ts';
import { publishAccessEnd } from '../../live/publish.ts';
import {
  countWithoutSecondFactor,
  endSessionsElsewhere,
  findPolicy,
  listLocalAdministrators,
  savePolicy,
} from './queries.ts';

export function policyRoutes(mount: Mount, config: Config) {
  const stateOf = async (db: Db, address: string): Promise<PolicyState> => {
    const { requiredSince, ...policy } = await findPolicy(db);
    return {
      policy,
      requiredSince,
      withoutSecondFactor: await countWithoutSecondFactor(db),
      isOpenIdConfigured: Boolean(config.GOOGLE_CLIENT_ID),
      administrators: await listLocalAdministrators(db),
      address,
    };
  };

  mount(signInPolicy.show, ({ db, request }) => stateOf(db, addressOf(request)));

  mount(signInPolicy.update, async ({ db, actor, body, request }) => {
    await holdTurn(db, 'sign-in policy', '');
    const address = addressOf(request);
    const refusal = refusalOf(body, address) ?? (await refusalOfOpenId(db, config, body));
    if (refusal) return refusal;
    const { requiredSince: _, ...before } = await findPolicy(db);
    await savePolicy(db, body);
    await endSessionsElsewhere(db, body.networks, actor.sid ?? '');
    await record(db, actor, { action: 'account.policy', kind: 'system', ...changedFields(before, body) });
    // Sessions and tokens are checked by the new policy from the next request on, on all nodes.
    await publishAccessEnd(db);
    return stateOf(db, address);
  });
}

/** The author is an administrator, and needs to be able to undo the change. */
const refusalOf = ({ networks }: SignInPolicy, address: string): Refusal | undefined =>
  isInNetworks(address, networks.admin)
    ? undefined
    : refuseField(
        'networks.admin',
        `These networks lock you out: your address is ${address}. Add its network.`,
      );

async function refusalOfOpenId(
  db: Db,
  { GOOGLE_CLIENT_ID }: Config,
  { openIdOnly, emergencyId }: SignInPolicy,
): Promise<Refusal | undefined> {
  if (!openIdOnly) return undefined;
  if (!GOOGLE_CLIENT_ID)
    return refuseField('openIdOnly', 'Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET first.');
  const administrators = await listLocalAdministrators(db);
  return administrators.some(({ id }) => id === emergencyId)
    ? undefined
    : refuseField('emergencyId', 'Choose an active administrator who has a password.');
}
