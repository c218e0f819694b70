import { useQuery } from '@tanstack/react-query';
import { call } from '../../../contract/call.ts';
import { ownAccount } from '../../../contract/own-account.ts';
import { passkeys } from '../../../contract/passkeys.ts';
import { secondFactor } from '../../../contract/second-factor.ts';
import { sessions } from '../../../contract/sessions.ts';
import { tokens } from '../../../contract/tokens.ts';
import { queryClient } from '../../api/query-client.ts';
import { query } from '../../api/query.ts';

/**
 * Brings all that the sections about the account show in one call; from then on each part is refreshed by its own. Where
 * this call fails the sections ask one by one, and each says what it could not get.
 */
export const useWaysIn = () =>
  useQuery({
    queryKey: [ownAccount.waysIn.path],
    // Who signs in elsewhere tells this browser nothing.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const ways = await call(ownAccount.waysIn, { signal });
      queryClient.setQueryData(query(secondFactor.show, {}).queryKey, ways.means);
      queryClient.setQueryData(query(passkeys.list, {}).queryKey, ways.passkeys);
      queryClient.setQueryData(query(sessions.list, {}).queryKey, ways.sessions);
      queryClient.setQueryData(query(tokens.list, {}).queryKey, ways.tokens);
      return true;
    },
  });
