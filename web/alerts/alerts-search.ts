import * as z from 'zod/mini';
import { ifValid } from '../search-params.ts';

/** Which alerts the list shows; without a choice those that are open. */
const AlertsSearch = z.object({ show: ifValid(z.enum(['untaken', 'silenced', 'covered', 'resolved'])) });
export type AlertsSearch = z.infer<typeof AlertsSearch>;

/** The search parameters of the list of alerts; invalid ones are ignored. */
export const readAlertsSearch = (search: Record<string, unknown>): AlertsSearch => AlertsSearch.parse(search);

/** The search as the server expects it. */
export function alertsQuery({ show }: AlertsSearch) {
  if (show === 'untaken') return { state: 'open', taken: 'false' } as const;
  return { state: show ?? 'open' } as const;
}
