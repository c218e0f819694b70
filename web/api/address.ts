import { useSearch as useQuery } from 'wouter/use-browser-location';

const LONGEST = 2_000;

/** What the address says after its `?`, each name once; nothing where it says too much. Pages are drawn without. */
export function useSearch(): { [name: string]: string | undefined } {
  const params = new URLSearchParams(useQuery({ ssrSearch: '' }));
  return Object.fromEntries([...params].filter(([, value]) => value.length <= LONGEST));
}
