import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checks } from '../../../contract/checks.ts';
import { query } from '../../api/query.ts';

const HOUR = 3_600_000;

/** Results of the last days, oldest first. The address names the full hour, so that it is the same for an hour. */
export function useResults(serverId: string, days: number) {
  const [thisHour] = useState(() => Math.floor(Date.now() / HOUR) * HOUR);
  const from = new Date(thisHour - days * 24 * HOUR).toISOString();
  return useQuery(query(checks.list, { params: { id: serverId }, query: { from } }));
}
