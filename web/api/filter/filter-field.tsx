/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select cannot be typed into */
import { type KeyboardEvent, useId, useState } from 'react';
import { QUERY_LIMITS } from '../../../contract/shared/server-words.ts';
import { unknownField } from '../../../contract/shared/unknown-field.ts';
import { classNames } from '../../lib/class-names.ts';
import { CONTROL_SIZES, controlClass } from '../../ui/controls/control-class.ts';
import { Field, type FieldProps } from '../../ui/controls/field.tsx';
import { SuggestionList, useSuggestions } from './suggestion-list.tsx';
import type { Suggestion } from './suggestions.ts';
import { UnknownField } from './unknown-field.tsx';

type Props = FieldProps & { value: string; onChange: (filter: string) => void };

/** The suggestions for the text, which of them is active, and what keys do. */
function useChoice(value: string, onChange: (filter: string) => void) {
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  const { offered, message } = useSuggestions(value, isOpen);
  const isShown = isOpen && (offered.length > 0 || message !== undefined);
  const write = (text: string) => {
    onChange(text);
    setActiveIndex(-1);
  };
  const take = (suggestion: Suggestion) => {
    write(suggestion.text);
    setOpen(!suggestion.isComplete);
  };
  /** Whether the field handled the key. */
  const press = (event: KeyboardEvent): boolean => {
    const suggestion = offered[activeIndex];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      setOpen(true);
      const from = activeIndex < 0 && step < 0 ? 0 : activeIndex;
      if (offered.length > 0) setActiveIndex((from + step + offered.length) % offered.length);
      return true;
    }
    if (event.key === 'Enter' && isShown && suggestion) take(suggestion);
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else return false;
    return true;
  };
  return { offered, message, activeIndex, isShown, setOpen, write, take, press };
}

/** A field of a form for a filter of servers, with the suggestions and the help of the inventory. */
export function FilterField({ value, onChange, className, hint, ...field }: Props) {
  const listId = useId();
  const { offered, message, activeIndex, isShown, setOpen, write, take, press } = useChoice(value, onChange);
  const unknown = unknownField(value);
  return (
    <Field
      {...field}
      className={classNames('relative', className)}
      hint={
        unknown ? (
          <UnknownField field={unknown} onReplace={(name, near) => write(value.replace(name, near))} />
        ) : (
          hint
        )
      }
    >
      {(tied) => (
        <div
          className="relative"
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
          }}
        >
          <input
            {...tied}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? listId : undefined}
            aria-activedescendant={isShown && offered[activeIndex] ? `${listId}-${activeIndex}` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={QUERY_LIMITS.filter}
            className={classNames(controlClass, CONTROL_SIZES.normal)}
            value={value}
            onChange={(event) => {
              write(event.target.value);
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onKeyDown={(event) => {
              if (!event.nativeEvent.isComposing && press(event)) event.preventDefault();
            }}
          />
          {isShown && (
            <SuggestionList
              id={listId}
              offered={offered}
              activeIndex={activeIndex}
              message={message}
              hasHelp={value.trim() === ''}
              onTake={take}
            />
          )}
        </div>
      )}
    </Field>
  );
}
