import { useQuery } from '@tanstack/react-query';
import { alerts } from '../../contract/calls/alerts.ts';
import { callForPage } from '../../contract/calls/call.ts';
import { PAGE_SIZES } from '../page-sizes.ts';

/** The newest open alerts that nobody has, and how many there are. Sidebar and dashboard share one call. */
export const useUntakenAlerts = () =>
  useQuery({
    queryKey: [alerts.list.path, 'untaken'],
    queryFn: ({ signal }) =>
      callForPage(alerts.list, {
        query: { state: 'open', taken: 'false', limit: PAGE_SIZES.untakenAlerts },
        signal,
      }),
  });
