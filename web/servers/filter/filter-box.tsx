/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select cannot be typed into */
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { QUERY_LIMITS } from '../../../contract/shared/server-words.ts';
import { classNames } from '../../lib/class-names.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { announce } from '../../ui/feedback/announcer.tsx';
import { controlClass } from '../../ui/controls/control-class.ts';
import { Field } from '../../ui/controls/field.tsx';
import type { ServersSearch } from '../servers-search.ts';
import { chipsOf, withoutChip, withTyped, type Chip } from './filter-chips.ts';
import { unknownField } from '../../../contract/shared/unknown-field.ts';
import { useSearchText } from '../../lib/debounced.ts';
import { SuggestionList, useSuggestions } from '../../api/filter/suggestion-list.tsx';
import { isPlain, type Suggestion } from '../../api/filter/suggestions.ts';
import { UnknownField } from '../../api/filter/unknown-field.tsx';
import { tooltip } from '../../ui/overlays/tooltip.tsx';

/** Input on the placeholder before the filter bar loaded. */
export type FilterStart = { text: string; isFocused?: boolean; isMenuOpen?: boolean };

type Props = { search: ServersSearch; onChange: (search: ServersSearch) => void; start: FilterStart };

/** The text of the box. Plain words are looked for while they are typed; conditions and edited chips wait for Enter. */
function useBoxText({ search, onChange, start }: Props) {
  /** The chip being edited in the box. It stays active until other text replaces it. */
  const [edited, setEdited] = useState<string>();
  const [text, setText] = useSearchText(search.q, (q) => onChange({ ...search, q }), {
    first: start.text,
    isHeld: (typed) => edited !== undefined || !isPlain(typed),
  });
  return { text, setText, edited, setEdited };
}

/** State and actions of the box: typed text, active suggestion and edited chip. */
function useFilterEditor({ search, onChange, start }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(start.text !== '' && start.isFocused === true);
  const [activeIndex, setActiveIndex] = useState(-1);
  const { text, setText, edited, setEdited } = useBoxText({ search, onChange, start });
  const [error, setError] = useState<string>();
  const { offered, message } = useSuggestions(text, isOpen);
  // The search text is in the box itself.
  const chips = chipsOf(search, useTimeStyle()).filter(({ key }) => key !== 'q');
  useEffect(() => {
    if (start.isFocused) input.current?.focus();
  }, [start.isFocused]);
  const isShown = isOpen && (offered.length > 0 || message !== undefined);

  const write = (next: string) => {
    setText(next);
    setActiveIndex(-1);
    setError(undefined);
  };
  const leave = () => {
    write('');
    setEdited(undefined);
    setOpen(false);
  };
  const apply = (typed: string) => {
    const next = withTyped(search, typed, edited);
    if ((next.filter?.length ?? 0) > QUERY_LIMITS.filter)
      return setError(`All filters together take at most ${QUERY_LIMITS.filter} characters.`);
    leave();
    onChange({ ...next, q: undefined });
  };
  /** Conditions become chips. Plain words are looked for, unless they replace a chip. */
  const enter = () => {
    if (edited !== undefined || !isPlain(text)) return apply(text);
    setOpen(false);
    onChange({ ...search, q: text.trim() || undefined });
  };
  const take = (suggestion: Suggestion) => {
    if (suggestion.isComplete) return apply(suggestion.text);
    write(suggestion.text);
    setOpen(true);
  };
  const remove = (chip: Chip) => {
    if (edited === chip.key) leave();
    onChange(withoutChip(search, chip.key));
    announce(`Removed ${chip.label}`);
    input.current?.focus();
  };
  const edit = (chip: Chip) => {
    write(chip.text);
    setEdited(chip.key);
    setOpen(false);
    input.current?.focus();
  };

  return {
    input,
    text,
    chips,
    edited,
    error,
    offered,
    message,
    activeIndex,
    isShown,
    isOpen,
    setOpen,
    setActiveIndex,
    write,
    leave,
    enter,
    take,
    remove,
    edit,
  };
}

/** Whether the box handled the key. */
function press(event: KeyboardEvent, editor: ReturnType<typeof useFilterEditor>): boolean {
  const { text, chips, edited, offered, activeIndex, isShown, isOpen } = editor;
  const suggestion = offered[activeIndex];
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp': {
      if (!isOpen) editor.setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const from = activeIndex < 0 && step < 0 ? 0 : activeIndex;
      if (offered.length > 0) editor.setActiveIndex((from + step + offered.length) % offered.length);
      return true;
    }
    case 'Enter':
      if (suggestion) editor.take(suggestion);
      else if (text.trim() || edited !== undefined) editor.enter();
      return true;
    case 'Tab': {
      const completed = suggestion ?? (text.trim() ? offered[0] : undefined);
      if (event.shiftKey || !completed || completed.text === text) return false;
      editor.take(completed);
      return true;
    }
    case 'Escape':
      if (isShown) editor.setOpen(false);
      else if (text || edited !== undefined) editor.leave();
      else return false;
      return true;
    case 'Backspace': {
      const last = chips.at(-1);
      if (text || edited !== undefined || !last) return false;
      editor.remove(last);
      return true;
    }
    default:
      return false;
  }
}

function Chips({ editor }: { editor: ReturnType<typeof useFilterEditor> }) {
  if (editor.chips.length === 0) return null;
  return (
    <ul aria-label="Filters" className="contents">
      {editor.chips.map((chip) => (
        <FilterChip
          key={chip.key + chip.text}
          label={chip.label}
          isEdited={chip.key === editor.edited}
          onEdit={() => editor.edit(chip)}
          onRemove={() => editor.remove(chip)}
        />
      ))}
    </ul>
  );
}

/** The search, the active filters as chips, and completions of further ones: an ARIA combobox that keeps the focus. */
export function FilterBox(props: Props) {
  const listId = useId();
  const editor = useFilterEditor(props);
  const { text, offered, activeIndex, isShown } = editor;
  const unknown = unknownField(text);
  return (
    <Field
      label="Search servers"
      hideLabel
      error={editor.error}
      hint={
        unknown && (
          <UnknownField field={unknown} onReplace={(name, near) => editor.write(text.replace(name, near))} />
        )
      }
      className="relative min-w-45 flex-1 max-md:flex-[1_0_100%]"
    >
      {(tied) => (
        <div
          className={classNames(
            controlClass,
            'flex min-h-8 flex-wrap items-center gap-1 px-2.5 py-0.5 max-md:min-h-10',
            'has-[[role=combobox]:focus-visible]:outline-2 has-[[role=combobox]:focus-visible]:outline-focus',
          )}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) editor.setOpen(false);
          }}
        >
          <Search size={14} className="mr-1 flex-none text-muted" aria-hidden />
          <Chips editor={editor} />
          <input
            {...tied}
            ref={editor.input}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? listId : undefined}
            aria-activedescendant={isShown && offered[activeIndex] ? `${listId}-${activeIndex}` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={QUERY_LIMITS.filter}
            placeholder="Search servers..."
            className="h-6 min-w-24 flex-1 bg-transparent outline-none!"
            value={text}
            onChange={(event) => {
              editor.write(event.target.value);
              editor.setOpen(true);
            }}
            onClick={() => editor.setOpen(true)}
            onKeyDown={(event) => {
              if (!event.nativeEvent.isComposing && press(event, editor)) event.preventDefault();
            }}
          />
          {isShown && (
            <SuggestionList
              id={listId}
              offered={offered}
              activeIndex={activeIndex}
              message={editor.message}
              hasHelp={text.trim() === ''}
              onTake={editor.take}
            />
          )}
        </div>
      )}
    </Field>
  );
}

type FilterChipProps = { label: string; isEdited: boolean; onEdit: () => void; onRemove: () => void };

const buttonClass = 'min-h-6 rounded-sm hover:bg-active max-md:min-h-7';

/** An active filter: one button edits its text in the box, one removes it. A narrow screen has no tooltip, so the text wraps. */
const FilterChip = ({ label, isEdited, onEdit, onRemove }: FilterChipProps) => (
  <li
    className={classNames(
      'flex max-w-full min-w-0 items-center rounded-sm border bg-accent-soft text-xs font-medium text-accent-ink',
      isEdited ? 'border-focus' : 'border-accent-line',
    )}
  >
    <button
      type="button"
      aria-pressed={isEdited}
      {...tooltip(label)}
      onClick={onEdit}
      className={classNames(buttonClass, 'min-w-0 px-1.5 text-left md:truncate')}
    >
      <span className="sr-only">Edit </span>
      {label}
    </button>
    <button
      type="button"
      {...tooltip('Remove')}
      onClick={onRemove}
      className={classNames(
        buttonClass,
        'flex w-6 flex-none items-center justify-center self-stretch max-md:w-7',
      )}
    >
      <span className="sr-only">Remove {label}</span>
      <X size={12} aria-hidden />
    </button>
  </li>
);
