import type { Element, Root } from 'hast';
import { Parser } from 'htmlparser2';
import { decodeString } from 'micromark-util-decode-string';

/**
 * A page in XML as the tree of an HTML page: elements of other name spaces keep their names, so that `prepare` of
 * markdownOf finds them.
 */
export function xmlTree(xml: string): Root {
  const root: Root = { type: 'root', children: [] };
  const open: (Root | Element)[] = [root];
  const parser = new Parser(
    {
      onopentag(tagName, properties) {
        const decoded = Object.entries(properties).map(([name, value]) => [name, decodeString(value)]);
        const node: Element = {
          type: 'element',
          tagName,
          properties: withWords(Object.fromEntries(decoded) as Record<string, string>),
          children: [],
        };
        open.at(-1)?.children.push(node);
        open.push(node);
      },
      ontext(value) {
        open.at(-1)?.children.push({ type: 'text', value: isCharacters ? value : decodeString(value) });
      },
      oncdatastart() {
        isCharacters = true;
      },
      oncdataend() {
        isCharacters = false;
      },
      onclosetag() {
        open.pop();
      },
    },
    // References are decoded here, since pages use those of HTML.
    { xmlMode: true, decodeEntities: false },
  );
  let isCharacters = false;
  parser.end(xml);
  return root;
}

/** The names that HTML trees have for some attributes. */
function withWords({
  class: classes,
  colspan,
  rowspan,
  ...others
}: Record<string, string>): Element['properties'] {
  return {
    ...others,
    ...(classes && { className: classes.split(/\s+/) }),
    ...(colspan && { colSpan: colspan }),
    ...(rowspan && { rowSpan: rowspan }),
  };
}
