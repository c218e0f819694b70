import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { checks, type RecordedResult } from '../../../contract/checks.ts';
import { query } from '../../api/query.ts';

const HOUR = 3_600_000;
const DAYS_SHOWN = 30;

const since = (days: number): string =>
  new Date(Math.floor(Date.now() / HOUR) * HOUR - days * 24 * HOUR).toISOString();

/** Where the results of the page begin. The address names the full hour, so that it is the same for an hour. */
export const monthUntil = (): string => since(DAYS_SHOWN);

/** Results of the last days, at most of a month, oldest first: parts of the one answer that came with the page. */
export function useResults(serverId: string, days: number) {
  const [month] = useState(monthUntil);
  const from = since(days);
  return useQuery({
    ...query(checks.list, { params: { id: serverId }, query: { from: month } }),
    select: useCallback((results: RecordedResult[]) => results.filter(({ at }) => at >= from), [from]),
  });
}
