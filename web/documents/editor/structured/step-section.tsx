import { Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/controls/text-field.tsx';

type Props = {
  title: string;
  /** Text before the first step; shown only if there is some. */
  intro: string;
  onIntro: (intro: string) => void;
  onAdd: () => void;
  /** The steps, each a list item. */
  children: ReactNode[];
};

/**
 * The steps of a form, with their heading and a button that adds one. Enter in the title of a step leads to that of the
 * next one, and adds a step after the last.
 */
export function StepSection({ title, intro, onIntro, onAdd, children }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const enter = (at: number) => titleOf(list.current?.children[at])?.focus();
  const add = () => {
    // The new step must be there to take the focus.
    flushSync(onAdd);
    enter(children.length);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const at = [...event.currentTarget.children].findIndex((step) => titleOf(step) === event.target);
    if (at < 0) return;
    event.preventDefault();
    if (at + 1 < children.length) enter(at + 1);
    else add();
  };
  return (
    <section aria-label={title}>
      <div className="mt-4 mb-3 flex min-h-7 items-center gap-2">
        <h2 className="text-md">{title}</h2>
        <span className="flex-1 text-xs text-muted">{children.length}</span>
        <Button size="small" icon={<Plus size={14} className="text-muted" aria-hidden />} onClick={add}>
          Add step
        </Button>
      </div>
      {intro && (
        <TextArea
          label="Text before the first step"
          className="mb-4"
          value={intro}
          onChange={(event) => onIntro(event.target.value)}
        />
      )}
      <ol ref={list} onKeyDown={onKeyDown}>
        {children}
      </ol>
    </section>
  );
}

/** The first field of a step. */
const titleOf = (step: Element | undefined) => step?.querySelector('input');
