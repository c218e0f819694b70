import type { Html, Nodes, Parents, Root } from 'mdast';
import { HtmlReader } from '../../../contract/html-tags.ts';

/** Shows what looks like a tag and is none, such as `<server-name>` or a piece of XML, as it is written. */
export const literalTags = () => (tree: Root) => {
  const found = htmlNodes(tree);
  const reader = new HtmlReader(found.map(({ node }) => node.value).join('\n'));
  for (const { node, parent } of found) {
    const isBlock = parent.type !== 'paragraph' && BLOCK_PARENTS.has(parent.type);
    const parts = isBlock ? reader.blockParts(node.value) : reader.parts(node.value);
    if (isBlock && parts.length === 1 && parts[0]?.kind === 'words')
      parent.children.splice(parent.children.indexOf(node as never), 1, {
        type: 'code',
        lang: 'xml',
        value: node.value,
      } as never);
    // Character references in the words stay: the text is still HTML.
    else
      node.value = parts
        .map(({ kind, text }) => (kind === 'words' ? text.replaceAll('<', '&lt;') : text))
        .join('');
  }
};

const BLOCK_PARENTS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

function htmlNodes(tree: Root): { node: Html; parent: Parents }[] {
  const found: { node: Html; parent: Parents }[] = [];
  const visit = (parent: Parents) => {
    for (const child of parent.children as Nodes[]) {
      if (child.type === 'html') found.push({ node: child, parent });
      else if ('children' in child) visit(child);
    }
  };
  visit(tree);
  return found;
}
