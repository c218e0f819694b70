import type { Element, ElementContent, Root } from 'hast';
import {
  attribute,
  details,
  element,
  findElement,
  findElements,
  isElement,
  note,
  replaceElements,
  textIn,
  textNode,
} from '../html/elements.ts';
import type { Report } from '../html/elements.ts';
import { IS_MARKDOWN } from '../html/handlers.ts';
import { slugOf } from '../../../contract/shared/heading-id.ts';
import { unescaped } from '../resolve.ts';
import { codeBlock, emoticon, NOTES, task } from './confluence-words.ts';

/** The storage format of Confluence: XHTML with its own elements for macros, links, images and tasks. */

/** Resolves references of a page; undefined for content outside the zip. */
export type Places = {
  /** By title and space key. An empty text means the current page or space. */
  page(title: string, space: string): string | undefined;
  pageById(id: string): string | undefined;
  attachment(name: string, ofPage: string): string | undefined;
  person(key: string): string | undefined;
};

/** Lists that Confluence generates each time a page is shown. */
const MADE_LISTS = new RegExp(
  `^(?:${[
    'children|pagetree|pagetreesearch|contentbylabel|recently-updated|attachments|livesearch',
    'listlabels|blog-posts|content-report-table|contributors|detailssummary',
    'tasks-report-macro|profile-list|popular-labels|related-labels|search|spaces|gallery',
    'index|change-history|create-from-template',
  ].join('|')})$`,
);
/** Macros that only wrap their content. */
const FRAMES = new RegExp(
  `^(?:${[
    'excerpt|section|column|details|multiexcerpt(?:-macro)?|toc-zone|div|span|center|ui-tabs?',
    'auihorizontalnav|bgcolor|style|html-wrap|table-filter|table-excerpt',
  ].join('|')})$`,
);

export function prepareStorage(tree: Root, places: Places, report: Report): void {
  replaceElements(tree, (found) => {
    switch (found.tagName) {
      case 'ac:structured-macro':
      case 'ac:macro':
        return macro(new Macro(found), places, report);
      case 'ac:link':
        return link(found, places, report);
      case 'a':
        found.properties['href'] = addressOf(attribute(found, 'href'), places);
        return undefined;
      case 'ac:image':
        return image(found, places, report);
      case 'ac:task-list':
        return [
          element(
            'ul',
            {},
            found.children.filter((child) => isElement(child, 'li')),
          ),
        ];
      case 'ac:task':
        return [task(textOf(found, 'ac:task-status') === 'complete', childrenOf(found, 'ac:task-body'))];
      case 'ac:emoticon':
        return [emoticon(attribute(found, 'ac:name'), attribute(found, 'ac:emoji-fallback'))];
      case 'ac:adf-extension':
        return adf(found);
      case 'ac:placeholder':
        return [];
      case 'time':
        return [textNode(attribute(found, 'datetime') || textIn(found))];
      default:
        return undefined;
    }
  });
  // Layouts and comment marks wrap their content.
  replaceElements(tree, (found) => (found.tagName.includes(':') ? found.children : undefined));
}

const childOf = (parent: Element, name: string): Element | undefined =>
  parent.children.find((child) => isElement(child, name));
const childrenOf = (parent: Element, name: string): ElementContent[] => childOf(parent, name)?.children ?? [];
const textOf = (parent: Element, name: string): string => {
  const child = childOf(parent, name);
  return child ? textIn(child).trim() : '';
};

class Macro {
  readonly found: Element;
  readonly name: string;
  readonly rich: ElementContent[] | undefined;
  readonly plain: string | undefined;

  constructor(found: Element) {
    this.found = found;
    this.name = attribute(found, 'ac:name');
    this.rich = childOf(found, 'ac:rich-text-body')?.children;
    const plain = childOf(found, 'ac:plain-text-body');
    this.plain = plain && textIn(plain);
  }

  parameter(name: string): string {
    const parameter = this.found.children.find(
      (child) => isElement(child, 'ac:parameter') && attribute(child, 'ac:name') === name,
    );
    return parameter ? textIn(parameter as Element).trim() : '';
  }

  /** The file that a parameter references. */
  get file(): { name: string; ofPage: string } | undefined {
    for (const child of this.found.children) {
      const named = isElement(child, 'ac:parameter') ? childOf(child, 'ri:attachment') : undefined;
      if (named) return fileOf(named);
    }
    return undefined;
  }
}

function macro(found: Macro, places: Places, report: Report): ElementContent[] {
  const { name, rich, plain } = found;
  const title = found.parameter('title');
  const kind = NOTES.get(name);
  if (kind) return [note(kind, title, rich ?? [])];
  if (name === 'panel') return [note(title || 'Note', '', rich ?? [])];
  if (name === 'expand') return [details(title || 'Details', rich ?? [])];
  if (name === 'code' || name === 'noformat')
    return codeBlock(plain ?? '', name === 'code' ? found.parameter('language') : '', title);
  if (name === 'quote') return [element('blockquote', {}, rich ?? [])];
  if (name === 'status') return [element('strong', {}, [textNode(title || found.parameter('colour'))])];
  if (name === 'jira' && found.parameter('key')) return [textNode(found.parameter('key'))];
  if (/^(?:markdown|markdown-macro|md-macro)$/.test(name) && plain)
    return [element('pre', { [IS_MARKDOWN]: true }, [textNode(plain)])];
  if (name === 'anchor') return [];
  if (name === 'toc') {
    report('Its table of contents was left out: the product makes one of its own');
    return [];
  }
  if (FRAMES.test(name)) return rich ?? [];
  if (MADE_LISTS.test(name)) {
    report(`A list that Confluence makes itself was left out: ${name}`);
    return [];
  }
  return otherMacro(found, places, report);
}

/** Shows files and drawings that the zip contains, and keeps the text of other macros. */
function otherMacro(found: Macro, places: Places, report: Report): ElementContent[] {
  const { name, rich, plain, file } = found;
  const address = file && places.attachment(file.name, file.ofPage);
  if (file && address) return [element('p', {}, [element('a', { href: address }, [textNode(file.name)])])];
  const drawing = found.parameter('diagramName') || found.parameter('name');
  const picture = drawing && (places.attachment(`${drawing}.png`, '') ?? places.attachment(drawing, ''));
  if (picture) return [element('p', {}, [element('img', { src: picture, alt: drawing })])];
  const web = found.parameter('url') || found.parameter('src') || addressIn(found.found);
  if (/^https?:/i.test(web)) {
    report(`The embedded content of another page (${name}) was replaced by a link: ${web.slice(0, 200)}`);
    return [element('p', {}, [element('a', { href: web }, [textNode(web)])])];
  }
  const [page] = rich ? [] : findElements(found.found, ({ tagName }) => tagName === 'a');
  if (page) {
    report(`What the macro ${name} shows of another page was replaced by a link: ${textIn(page).trim()}`);
    return [element('p', {}, [page])];
  }
  if (rich) {
    report(`The macro ${name} is not known here; what is in it was kept`);
    return rich;
  }
  if (plain !== undefined && plain.trim() !== '') {
    report(`The macro ${name} is not known here; its text was kept as a block of code`);
    return codeBlock(plain, '', '');
  }
  report(
    `The macro ${name} is not known here and was left out${file ? `, with ${file.name}, which the zip does not hold` : ''}`,
  );
  return [];
}

/** The address on the web that a parameter of a macro references. */
function addressIn(found: Element): string {
  const parameters = found.children.filter((child) => isElement(child, 'ac:parameter'));
  const named = findElement(element('div', {}, parameters), ({ tagName }) => tagName === 'ri:url');
  return named ? attribute(named, 'ri:value') : '';
}

/** Addresses of pages in Confluence hold their ids. Its newer versions write anchors by the words of headings. */
export const idInAddress = (address: string): string | undefined =>
  /[?&]pageId=(\d+)|\/pages\/(\d+)(?=[/?#]|$)/.exec(address)?.slice(1).find(Boolean);

function addressOf(address: string, places: Places): string {
  const page = places.pageById(idInAddress(address) ?? '');
  const [, anchor = ''] = /#(.*)$/.exec(address) ?? [];
  return page ? page + (anchor && `#${slugOf(unescaped(anchor))}`) : address;
}

const fileOf = (named: Element) => {
  const page = childOf(named, 'ri:page');
  return { name: attribute(named, 'ri:filename'), ofPage: page ? attribute(page, 'ri:content-title') : '' };
};

function link(found: Element, places: Places, report: Report): ElementContent[] {
  const anchor = attribute(found, 'ac:anchor');
  const rich = childrenOf(found, 'ac:link-body');
  const words = textOf(found, 'ac:plain-text-link-body');
  const named = found.children.find((child) => isElement(child) && child.tagName.startsWith('ri:'));
  const text = (otherwise: string): ElementContent[] =>
    rich.length > 0 ? rich : [textNode(words || otherwise)];
  const to = (address: string, otherwise: string) => [
    element('a', { href: address + (anchor && `#${slugOf(anchor)}`) }, text(otherwise)),
  ];
  if (!isElement(named)) return anchor ? to('', anchor) : text('');
  if (named.tagName === 'ri:user') {
    const key =
      attribute(named, 'ri:userkey') || attribute(named, 'ri:account-id') || attribute(named, 'ri:username');
    report('It mentions people of Confluence; their names stand in the text');
    return text(places.person(key) ?? (attribute(named, 'ri:username') || 'somebody'));
  }
  if (named.tagName === 'ri:attachment') {
    const { name, ofPage } = fileOf(named);
    const address = places.attachment(name, ofPage);
    if (address) return to(address, name);
    report(`It links to the file ${name}, which the zip does not hold`);
    return text(name);
  }
  if (named.tagName === 'ri:url') return to(attribute(named, 'ri:value'), attribute(named, 'ri:value'));
  const title = attribute(named, 'ri:content-title');
  const address = places.page(title, attribute(named, 'ri:space-key'));
  if (address && title !== '') return to(address, title);
  report(`It links to ${title || attribute(named, 'ri:space-key') || 'a page'}, which the zip does not hold`);
  return text(title || attribute(named, 'ri:space-key'));
}

function image(found: Element, places: Places, report: Report): ElementContent[] {
  const named = childOf(found, 'ri:attachment');
  const file = named && fileOf(named);
  const web = childOf(found, 'ri:url');
  const address = file ? places.attachment(file.name, file.ofPage) : web && attribute(web, 'ri:value');
  if (!address) {
    report(`It shows ${file?.name ?? 'an image'}, which the zip does not hold`);
    return [textNode(file?.name ?? '')];
  }
  const properties = {
    src: address,
    alt: attribute(found, 'ac:alt') || (file?.name ?? ''),
    width: attribute(found, 'ac:width'),
    height: attribute(found, 'ac:height'),
  };
  const caption = childrenOf(found, 'ac:caption');
  return [element('img', properties), ...(caption.length > 0 ? [element('em', {}, caption)] : [])];
}

/** Boxes of the newer editor contain two forms: the original, and a fallback for older readers. */
function adf(found: Element): ElementContent[] {
  const node = childOf(found, 'ac:adf-node');
  const content = node && childrenOf(node, 'ac:adf-content');
  if (!node || attribute(node, 'type') !== 'panel' || !content?.length) {
    const fallback = childrenOf(found, 'ac:adf-fallback');
    return fallback.length > 0 ? fallback : (content ?? []);
  }
  const kind = node.children.find(
    (child) => isElement(child, 'ac:adf-attribute') && /^panel-?type$/i.test(attribute(child, 'key')),
  );
  const word = kind ? textIn(kind).trim() : '';
  return [note(NOTES.get(word) ?? 'Note', '', content)];
}
