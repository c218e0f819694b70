import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checks } from '../../../contract/checks.ts';
import { query } from '../../api/query.ts';

const HOUR = 3_600_000;
const DAYS_SHOWN = 30;

const since = (days: number): string =>
  new Date(Math.floor(Date.now() / HOUR) * HOUR - days * 24 * HOUR).toISOString();

/** Where the results of the page begin. The address names the full hour, so that it is the same for an hour. */
export const monthUntil = (): string => since(DAYS_SHOWN);

/** Results of the last days, oldest first. */
export function useResults(serverId: string, days: number) {
  const [from] = useState(() => since(days));
  return useQuery(query(checks.list, { params: { id: serverId }, query: { from } }));
}
