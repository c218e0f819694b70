import type { Root } from 'hast';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { memo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { elements } from './elements.tsx';
import type { Part } from './safe-tree.ts';

/** Blocks of a document as elements of the page; their tree is safe already. */
const SafePart = memo(({ part }: { part: Part }) =>
  toJsxRuntime({ type: 'root', children: part } satisfies Root, {
    Fragment,
    jsx,
    jsxs,
    components: elements,
    ignoreInvalidStyle: true,
    passKeys: true,
    passNode: true,
  }),
);

/** Many parts are boxes of their own: the browser lays out those near the screen alone. */
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
