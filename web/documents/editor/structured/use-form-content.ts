import { useLayoutEffect, useRef, useState } from 'react';
import { keepNumbers } from './entry-identity.ts';

/** Answers false when the recipe left the form as it is, or the form is no longer there. */
export type Change<F> = (recipe: (form: F) => F) => boolean;

type Dialect<F> = {
  read: (content: string) => F;
  write: (form: F) => string;
  steps: (form: F) => { title: string }[];
};

/**
 * The form that a markdown text fills, and the text written anew on each change. A text that comes from elsewhere (a
 * restored draft, somebody's newer version) fills the form again.
 */
export function useFormContent<F>(
  content: string,
  onChange: (content: string) => void,
  { read, write, steps }: Dialect<F>,
): [F, Change<F>] {
  const [state, setState] = useState(() => ({ content, form: read(content) }));
  const latest = useRef(state);
  const reread = () => {
    const form = read(content);
    // What is typed in, or waits for its image, stays where it is.
    keepNumbers(steps(state.form), steps(form));
    return { content, form };
  };
  const current = state.content === content ? state : reread();
  if (current !== state) setState(current);
  useLayoutEffect(() => {
    latest.current = current;
  });
  const isHere = useRef(true);
  useLayoutEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);

  const change: Change<F> = (recipe) => {
    if (!isHere.current) return false;
    const form = recipe(latest.current.form);
    if (form === latest.current.form) return false;
    latest.current = { content: write(form), form };
    setState(latest.current);
    onChange(latest.current.content);
    return true;
  };
  return [current.form, change];
}

/** The list with the entry at `index` replaced. */
export const withEntry = <T>(list: T[], index: number, entry: T): T[] =>
  list.map((old, at) => (at === index ? entry : old));

export const withoutEntry = <T>(list: T[], index: number): T[] => list.filter((_, at) => at !== index);
