import { useQuery } from '@tanstack/react-query';
import { secondFactor } from '../../../contract/second-factor.ts';
import { query } from '../../api/query.ts';

/** How the account is guarded: password, second factor, recovery codes left. */
export const useSignInMeans = () => useQuery(query(secondFactor.show, {}));
