import type { Root } from 'hast';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { memo, use, useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { elements } from './elements.tsx';
import { linkNames, NamesContext } from './names.ts';
import type { Part } from './safe-tree.ts';

/** Renders blocks of a document whose tree is already safe. */
const SafePart = memo(({ part }: { part: Part }) => {
  const names = use(NamesContext);
  const children = useMemo(() => (names ? linkNames(part, names) : part), [part, names]);
  return toJsxRuntime({ type: 'root', children } satisfies Root, {
    Fragment,
    jsx,
    jsxs,
    components: elements,
    ignoreInvalidStyle: true,
    passKeys: true,
    passNode: true,
  });
});

/** Many parts get separate containers, so that the browser computes the layout only of those near the screen. */
export const SafeParts = ({ parts, areBoxes = false }: { parts: Part[]; areBoxes?: boolean }) =>
  parts.map((part, index) =>
    areBoxes ? (
      <div key={index} className="part">
        <SafePart part={part} />
      </div>
    ) : (
      <SafePart key={index} part={part} />
    ),
  );
