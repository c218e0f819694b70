import { objectPath } from '../../contract/calls/objects.ts';
import { fold } from '../../contract/shared/fold.ts';
import { documentPage, serverPage } from '../../contract/shared/item-address.ts';

/** Longest part of a file name that comes from a title. */
const LONGEST_WORDS = 40;

/** Names that each file system and each program can read: ASCII, short, and the same in every kit. */
function pagePath(folder: string, words: string, id: string): string {
  const plain = fold(words)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_WORDS)
    .replace(/^-+|-+$/g, '');
  return `${folder}/${plain ? `${plain}-` : ''}${id.replaceAll('-', '').slice(0, 12)}.html`;
}

type KitObject = { id: string; contentType: string; name: string | null };

/** Files that a browser would run, or show as a page of its own. */
const ACTIVE = /^(x?html?|xht|shtml|mht|mhtml|svgz?|xml|xslt?|m?js|hta)$/i;

function filePath({ id, contentType, name }: KitObject): string {
  const [type, subtype = ''] = contentType.split('/');
  if (type === 'image') return `images/${id}.${subtype}`;
  const [, extension = 'bin'] = /\.([a-z0-9]{1,8})$/i.exec(name ?? '') ?? [];
  return `files/${id}.${ACTIVE.test(extension) ? 'txt' : extension.toLowerCase()}`;
}

/** Ids of headings begin with it (web/ui/markdown/allow-list.ts). In the product, a script follows links to them. */
const ANCHOR = 'doc-';

/** The paths of a kit by their addresses in the product, whose own address is `product`. */
export function kitPaths(product: string) {
  const paths = new Map([
    ['/', 'index.html'],
    ['/infrastructure', 'servers.html'],
    ['/search', 'search.html'],
  ]);
  const note = (address: string, path: string): string => {
    paths.set(address, path);
    return path;
  };
  return {
    addDocument: (id: string, title: string) => note(documentPage(id), pagePath('documents', title, id)),
    addServer: (id: string, name: string) => note(serverPage(id), pagePath('servers', name, id)),
    addObject: (object: KitObject) => note(objectPath(object.id), filePath(object)),
    /** The page at `path` with relative addresses. What is not in the kit is linked in the product. */
    relinked(html: string, path: string): string {
      const up = '../'.repeat(path.split('/').length - 1);
      const linked = (_: string, name: string, address: string, anchor?: string) => {
        const target = paths.get(address);
        const place = anchor === undefined ? '' : `#${target ? ANCHOR : ''}${anchor}`;
        return ` ${name}="${target === undefined ? product + address : up + target}${place}"`;
      };
      return html
        .replace(/ (href|src)="(\/[^"#]*)(?:#([^"]*))?"/g, linked)
        .replace(/ href="#([^"]*)"/g, (link, anchor: string) =>
          html.includes(` id="${ANCHOR}${anchor}"`) ? ` href="#${ANCHOR}${anchor}"` : link,
        );
    },
  };
}
