import { useRef } from 'react';

type Added = { image: string; name: string };

/** Puts images in a step and takes them back, the last one first, as long as the step is as that one left it. */
export function useStepImages<S extends object>(
  step: S,
  onChange: (recipe: (step: S) => S) => boolean,
  withImage: (step: S, added: Added) => S,
) {
  const puts = useRef<{ before: S; after: S }[]>([]);
  const put = (added: Added) =>
    onChange((before) => {
      const after = withImage(before, added);
      puts.current.push({ before, after });
      return after;
    });
  const takeBack = (): boolean => {
    const last = puts.current.at(-1);
    if (!last || JSON.stringify(last.after) !== JSON.stringify(step)) return false;
    puts.current.pop();
    return onChange(() => last.before);
  };
  return { put, takeBack };
}

type Pressed = { key: string; metaKey: boolean; ctrlKey: boolean; altKey: boolean; shiftKey: boolean };

/** Ctrl+Z or ⌘Z. */
export const isUndoKey = ({ key, metaKey, ctrlKey, altKey, shiftKey }: Pressed): boolean =>
  (metaKey || ctrlKey) && !altKey && !shiftKey && key.toLowerCase() === 'z';
