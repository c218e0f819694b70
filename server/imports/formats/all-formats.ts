import { BadArchive, type Archive } from '../archive.ts';
import { bookStack } from './bookstack.ts';
import { confluenceHtml } from './confluence-html.ts';
import { confluenceXml } from './confluence-xml.ts';
import { docmost } from './docmost.ts';
import type { PlannedSource, Problem } from '../stage.ts';
import type { Format } from './format.ts';
import { azureDevOps, gitWiki } from './git-wikis.ts';
import { htmlPages } from './html-pages.ts';
import { markdown } from './markdown.ts';
import { notion } from './notion.ts';
import { obsidian } from './obsidian.ts';
import { outline, outlineJson } from './outline.ts';
import { wikiJs, wikiJsExport } from './wikijs.ts';
import { plannedInstance } from '../instance/stages.ts';
import { isInstance, openInstance } from '../instance/source.ts';
import { plannedPages } from '../page-stages.ts';

/** An export of a whole instance of this product. */
const opsHub: Format = {
  name: 'Ops Hub',
  isMine: isInstance,
  open: async (archive) => plannedInstance(await openInstance(archive)),
};

/** The first format that matches reads the zip: formats with a distinctive file first, generic markdown last. */
const FORMATS: Format[] = [
  opsHub,
  bookStack,
  wikiJsExport,
  confluenceXml,
  docmost,
  outlineJson,
  confluenceHtml,
  notion,
  wikiJs,
  azureDevOps,
  gitWiki,
  outline,
  obsidian,
  htmlPages,
  markdown,
];

const IS_LINK = 'It is a link to another file, which is not followed';

/** Languages for pages that are not read, by how names of files end. */
const OTHER_MARKUPS = new Map(
  Object.entries({
    AsciiDoc: 'adoc asciidoc asc',
    'Emacs Org': 'org',
    MediaWiki: 'mediawiki wiki',
    reStructuredText: 'rst rest',
    Textile: 'textile',
    Creole: 'creole',
    Pod: 'pod',
    RDoc: 'rdoc',
    LaTeX: 'tex',
    DokuWiki: 'dokuwiki',
  }).flatMap(([name, endings]) => endings.split(' ').map((ending) => [ending, name] as const)),
);

function otherMarkup(path: string): Problem[] {
  const name = OTHER_MARKUPS.get(path.split('.').at(-1)?.toLowerCase() ?? '');
  if (name === undefined) return [];
  const reason = `It is written in ${name}, which is not read. Convert it to markdown and import it again`;
  return [{ path, reason, isLeftOut: true }];
}

const NO_PAGES =
  'The zip holds no pages that can be imported: no markdown or HTML, and no export of a known product. It holds ';
const MOST_NAMED = 3;

/** The content of a zip and its format. */
export type OpenedSource = PlannedSource & { format: string };

export async function openSource(archive: Archive): Promise<OpenedSource> {
  for (const format of FORMATS)
    if (await format.isMine(archive)) {
      const source = await format.open(archive);
      if ('pages' in source && source.pages.length === 0 && !source.problems?.length)
        throw new BadArchive(NO_PAGES + namesIn(archive));
      const planned = 'pages' in source ? plannedPages(source) : source;
      const links = archive.links.map((path) => ({ path, reason: IS_LINK, isLeftOut: true }));
      const others = 'files' in source ? source.files.flatMap(({ path }) => otherMarkup(path)) : [];
      return { ...planned, problems: [...planned.problems, ...links, ...others], format: format.name };
    }
  throw new Error('no format takes this zip');
}

const namesIn = ({ files }: Archive): string =>
  files
    .slice(0, MOST_NAMED)
    .map(({ path }) => path)
    .join(', ');
