import { useSearchParams } from 'wouter';

const LONGEST = 2_000;

/** What the address says after its `?`, each name once; nothing where it says too much. */
export function useSearch(): { [name: string]: string | undefined } {
  const [params] = useSearchParams();
  return Object.fromEntries([...params].filter(([, value]) => value.length <= LONGEST));
}
