import { useQuery } from '@tanstack/react-query';
import { analytics } from '../../contract/analytics.ts';
import { query } from '../api/query.ts';

/** Articles of the panel about what was written last. */
export const RECENT = 5;

/**
 * The figures and what was written last, in one call. Counts change without an event of their own: each visit counts anew.
 */
export const useOverview = () =>
  useQuery({ ...query(analytics.stats, { query: { recent: RECENT } }), staleTime: VISIT_MS });

/** The panels of one visit share one answer. */
const VISIT_MS = 1_000;
