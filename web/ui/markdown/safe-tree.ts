import type { Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { allowList } from './allow-list.ts';
import { checkAddresses } from './check-addresses.ts';
import { contents } from './contents.ts';
import { githubFlavour } from './github-flavour.ts';
import { headingIds } from './heading-ids.ts';
import { imageSizes } from './image-sizes.ts';
import { writtenTags } from './written-tags.ts';

// The order matters: what comes before sanitising may read all of the document, what comes after sees only what is allowed.
const processor = unified()
  .use(remarkParse)
  .use(githubFlavour)
  .use(writtenTags)
  // The ids of footnotes get their prefix with all others.
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .use(rehypeRaw)
  .use(imageSizes)
  .use(headingIds)
  .use(rehypeSanitize, allowList)
  .use(checkAddresses)
  .use(contents)
  .freeze();

/** Markdown with HTML in it as elements that cannot run script, cover the screen or call home. No I/O, no page needed. */
export function safeTree(text: string): Root {
  const tree = processor.runSync(processor.parse(text));
  dropPositions(tree);
  return tree;
}

/** Where in the text a node stood: as heavy as all the rest, and read by nobody. */
function dropPositions(node: { position?: unknown; children?: unknown[] }) {
  delete node.position;
  for (const child of node.children ?? []) dropPositions(child as typeof node);
}
