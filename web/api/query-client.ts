import { QueryClient } from '@tanstack/react-query';

/**
 * Reads are made once and kept until a write or a live event says that they are old: no retry, no polling,
 * no refetch on focus.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false },
    // A write while offline fails at once and says so; waiting silently would look like success.
    mutations: { networkMode: 'always' },
  },
});
