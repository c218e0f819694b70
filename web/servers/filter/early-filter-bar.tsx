import { Search, Bookmark } from 'lucide-react';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { hasFilters } from '../servers-search.ts';
import type { ServersSearch } from '../servers-search.ts';
import { useSearchText } from '../../lib/debounced.ts';
import type { FilterBarProps } from './filter-bar.tsx';
import type { FilterStart } from './filter-box.tsx';

/** Leaves the network to the list. */
const DELAY_MS = 1_500;

type Props = { search: ServersSearch; onChange: (search: ServersSearch) => void };

/**
 * Placeholder of the filter bar until it has loaded: at once if filters apply or the user focuses it, else after the
 * list. The filter bar takes over input and button presses.
 */
export function EarlyFilterBar({ search, onChange }: Props) {
  const [Bar, setBar] = useState<ComponentType<FilterBarProps>>();
  const [start, setStart] = useState<Pick<FilterStart, 'isFocused' | 'isMenuOpen'>>({});
  const [text, setText] = useSearchText(search.q, (q) => onChange({ ...search, q }));
  const [isOpening, setOpening] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isNeeded = hasFilters(search);

  const fetchBar = async () => {
    const { FilterBar } = await import('./filter-bar.tsx');
    const isFocused = document.activeElement === input.current && input.current !== null;
    setStart((before) => ({ ...before, isFocused }));
    setBar(() => FilterBar);
  };
  const need = () =>
    fetchBar().catch(() => {
      setOpening(false);
      const text = 'Check the connection and try again.';
      toast({ kind: 'error', title: 'The filters could not be loaded', text });
    });
  const needNow = useEffectEvent(() => void need());
  useEffect(() => {
    const timer = setTimeout(() => needNow(), isNeeded ? 0 : DELAY_MS);
    return () => clearTimeout(timer);
  }, [isNeeded]);

  if (Bar) return <Bar search={search} onChange={onChange} start={{ ...start, text }} />;
  return (
    <div className="mb-2 flex flex-wrap items-start gap-2">
      <TextField
        ref={input}
        label="Search servers"
        hideLabel
        icon={<Search size={14} aria-hidden />}
        placeholder="Search servers..."
        className="min-w-45 flex-1 max-md:flex-[1_0_100%]"
        autoComplete="off"
        value={text}
        onFocus={() => void need()}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        icon={<Bookmark size={16} className="flex-none text-muted" aria-hidden />}
        aria-haspopup="menu"
        busy={isOpening}
        onClick={() => {
          setOpening(true);
          setStart((before) => ({ ...before, isMenuOpen: true }));
          void need();
        }}
      >
        Views
      </Button>
    </div>
  );
}
