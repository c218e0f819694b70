import Markdown, { type Options } from 'react-markdown';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import { allowList } from './allow-list.ts';
import { checkAddresses } from './check-addresses.ts';
import { contents } from './contents.ts';
import { elements } from './elements.tsx';
import { githubFlavour } from './github-flavour.ts';
import { headingIds } from './heading-ids.ts';
import { imageSizes } from './image-sizes.ts';

const remarkPlugins: Options['remarkPlugins'] = [githubFlavour];

// The order matters: what comes before sanitising may read all of the document, what comes after sees only what is allowed.
const rehypePlugins: Options['rehypePlugins'] = [
  rehypeRaw,
  imageSizes,
  headingIds,
  [rehypeSanitize, allowList],
  checkAddresses,
  contents,
];

// The ids of footnotes get their prefix with all others.
const footnotes = { clobberPrefix: '' };

/** Markdown with HTML in it as elements that cannot run script, cover the screen or call home. */
export const SafeMarkdown = ({ text }: { text: string }) => (
  <Markdown
    remarkPlugins={remarkPlugins}
    rehypePlugins={rehypePlugins}
    remarkRehypeOptions={footnotes}
    components={elements}
    // checkAddresses has judged them; the default would take out embedded images.
    urlTransform={(address) => address}
  >
    {text}
  </Markdown>
);
