import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { User } from '../../contract/calls/user.ts';
import { Keycap } from '../ui/controls/keycap.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { openedLater } from '../ui/feedback/part.tsx';
import type { ResultKeys } from './use-results.ts';
import { isCharacterKey, meaningOf } from './commands/key-choices.ts';

/** '/' focuses the search, except while typing or while a dialog is open. */
function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (meaningOf(event.key) !== '/' || !isCharacterKey(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input]);
}

const SearchResults = openedLater(() => import('./search-results.tsx'), 'SearchResults', {
  shownAs: 'The list of results',
});

const KEYS = new Set(['Enter', 'ArrowDown', 'ArrowUp']);

type Props = { user: User; toggleSidebar: () => void; showKeys: () => void };

/**
 * Searches documents, servers, people and commands from every screen: '/' focuses it, Enter opens the first result, Escape
 * clears and closes. Small screens have the palette instead.
 */
export function GlobalSearch(commands: Props) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<ResultKeys>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The list stays mounted, because an action that it started may still be running.
  const [isWanted, setWanted] = useState(false);
  const [litId, setLitId] = useState<string>();
  useSlashKey(input);

  const close = () => {
    setText('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (KEYS.has(event.key)) results.current?.press(event.key);
    else return;
    event.preventDefault();
  };

  return (
    <search
      className="relative block"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <TextField
        ref={input}
        label="Search docs"
        hideLabel
        placeholder="Search docs..."
        icon={<Search size={14} aria-hidden />}
        end={<Keycap>Ctrl K</Keycap>}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be typed into
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen ? litId : undefined}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(event.target.value.trim() !== '');
        }}
        onFocus={() => {
          setWanted(true);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      {isWanted && (
        <SearchResults
          ref={results}
          id={listId}
          typed={text.trim()}
          isOpen={isOpen}
          commands={commands}
          onLit={setLitId}
          onLeave={close}
        />
      )}
    </search>
  );
}
