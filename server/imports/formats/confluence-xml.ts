import { posix } from 'node:path';
import { safeName } from '../../text/safe-name.ts';
import { BadArchive, type ArchiveFile } from '../archive.ts';
import { markdownOf, DEEPEST } from '../html/as-markdown.ts';
import { addressInZip } from '../resolve.ts';
import { readEntities, type Entity } from './confluence-entities.ts';
import { prepareStorage, type Places } from './confluence-storage.ts';
import { freePath, textOfFile, type Format, type PageText } from './format.ts';
import { decodeHTML } from 'entities/decode';
import type { Element, Root } from 'hast';
import { Parser } from 'htmlparser2';

/**
 * The XML export of a Confluence space: `entities.xml` with all database objects of the space, and
 * `attachments/<page>/<attachment>/<version>`, files without a name.
 */
const ENTITIES = 'entities.xml';

export const confluenceXml: Format = {
  name: 'Confluence',
  isMine: (archive) => archive.files.some(({ path }) => posix.basename(path) === ENTITIES),
  open: async (archive) => {
    const path = archive.files.find((file) => posix.basename(file.path) === ENTITIES)?.path ?? ENTITIES;
    const entities = readEntities(await textOfFile(archive, path));
    if (!entities) throw new BadArchive(`The zip is damaged: its ${ENTITIES} cannot be read`);
    const space = new SpaceReader(entities);
    const root = path.slice(0, -ENTITIES.length);
    const files = archive.files.filter((file) => file.path !== path).map((file) => space.named(file, root));
    const inZip = new Set(files.map((file) => file.path));
    return {
      pages: space.pages.map((page) => ({
        path: space.paths.get(page.id) ?? '',
        read: () => readPage(page, space, inZip),
      })),
      files,
    };
  },
};

/** Resolves the references between objects. */
class SpaceReader {
  readonly pages: Entity[];
  readonly paths = new Map<string, string>();
  readonly bodies = new Map<string, Entity>();
  readonly comments = new Map<string, number>();
  /** Ids are unique per table only: pages and the like, spaces, labels, people. */
  private readonly byId = new Map<string, Entity>();
  private readonly attachments = new Map<string, Entity>();
  private readonly labels = new Map<string, string[]>();
  private readonly byTitle = new Map<string, string>();

  constructor(entities: Entity[]) {
    for (const entity of entities) {
      this.byId.set(`${tableOf(entity.kind)} ${entity.id}`, entity);
      if (entity.kind === 'BodyContent') this.bodies.set(entity.references.get('content') ?? '', entity);
      if (entity.kind === 'Attachment') this.attachments.set(entity.id, entity);
      if (entity.kind === 'Comment') {
        const page = entity.references.get('containerContent') ?? entity.references.get('owner') ?? '';
        this.comments.set(page, (this.comments.get(page) ?? 0) + 1);
      }
    }
    for (const { kind, references } of entities) {
      const label = kind === 'Labelling' && this.find('Label', references.get('label'))?.texts.get('name');
      const page = references.get('content') ?? references.get('labelableId') ?? '';
      if (label) this.labels.set(page, [...(this.labels.get(page) ?? []), label]);
    }
    this.pages = entities.filter(isCurrentPage);
    const taken = new Set<string>();
    for (const page of this.pages) {
      const title = page.texts.get('title') ?? '';
      this.paths.set(page.id, freePath(`${safeName(this.keyOf(page))}/${safeName(title)}`, taken));
      this.byTitle.set(titleKey(this.keyOf(page), title), page.id);
    }
  }

  /** Names an attachment after its page and file name, so that pages can show it. */
  named(file: ArchiveFile, root: string): ArchiveFile {
    const [, page = '', id = ''] =
      /^attachments\/(\d+)\/(\d+)\/[^/]+$/.exec(file.path.slice(root.length)) ?? [];
    const attachment = this.attachments.get(id);
    const name = attachment && nameOfAttachment(attachment);
    // Older versions keep their numbers.
    const isLatest = attachment && posix.basename(file.path) === versionOf(attachment);
    return name && isLatest ? { ...file, path: attachmentPath(page, name) } : file;
  }

  titleOf(id: string | undefined): string | undefined {
    return this.find('Page', id)?.texts.get('title');
  }

  keyOf(page: Entity): string {
    return this.spaceOf(page)?.texts.get('key') ?? 'Confluence';
  }

  fieldsOf(page: Entity): PageText['fields'] {
    const { texts, references } = page;
    const author = this.userName(references.get('creator') ?? '') ?? texts.get('creatorName');
    const isBlog = page.kind === 'BlogPost';
    return {
      title: texts.get('title') ?? '',
      category:
        this.titleOf(references.get('parent')) ??
        (isBlog ? 'Blog' : this.spaceOf(page)?.texts.get('name')) ??
        false,
      tags: [...new Set(this.labels.get(page.id) ?? [])],
      published: 'true',
      ...(author && { author }),
      date: texts.get('lastModificationDate') ?? texts.get('creationDate') ?? '',
    };
  }

  placesOf(page: Entity, inZip: Set<string>): Places {
    const within = (path: string) => (inZip.has(path) ? addressInZip(path) : undefined);
    const pageId = (title: string, key: string) => this.byTitle.get(titleKey(key || this.keyOf(page), title));
    return {
      page: (title, key) => {
        const path = this.paths.get(title === '' ? page.id : (pageId(title, key) ?? ''));
        return path && addressInZip(path);
      },
      pageById: (id) => {
        const path = this.paths.get(id);
        return path && addressInZip(path);
      },
      attachment: (name, ofPage) =>
        within(attachmentPath(ofPage ? (pageId(ofPage, '') ?? '') : page.id, name.normalize('NFC'))),
      person: (key) => this.userName(key),
    };
  }

  /** Attached files of the page, by name. */
  attachmentsOf(page: Entity, inZip: Set<string>): { name: string; address: string }[] {
    const names = [...this.attachments.values()]
      .filter(({ references }) =>
        [references.get('containerContent'), references.get('content')].includes(page.id),
      )
      .map(nameOfAttachment);
    return [...new Set(names)]
      .filter((name) => inZip.has(attachmentPath(page.id, name)))
      .map((name) => ({ name, address: addressInZip(attachmentPath(page.id, name)) }));
  }

  private find(kind: string, id: string | undefined): Entity | undefined {
    return this.byId.get(`${tableOf(kind)} ${id}`);
  }

  private userName(key: string): string | undefined {
    const user = this.find('ConfluenceUserImpl', key);
    return user?.texts.get('fullName') ?? user?.texts.get('name');
  }

  private spaceOf({ references }: Entity): Entity | undefined {
    return this.find('Space', references.get('space'));
  }
}

/** Excludes earlier versions, drafts and pages in Confluence's bin. */
const isCurrentPage = ({ kind, texts, references }: Entity): boolean =>
  (kind === 'Page' || kind === 'BlogPost') &&
  !references.has('originalVersion') &&
  (texts.get('contentStatus') ?? 'current') === 'current' &&
  Boolean(texts.get('title'));

const tableOf = (kind: string): string =>
  /^(?:Page|BlogPost|Attachment|Comment)$/.test(kind) ? 'content' : kind;

const titleKey = (space: string, title: string) => `${space.toLowerCase()}\n${title.toLowerCase().trim()}`;

const nameOfAttachment = ({ texts }: Entity): string =>
  (texts.get('title') || texts.get('fileName') || '').normalize('NFC').replaceAll(/[/\\]|\p{Cc}/gu, '_');

const versionOf = ({ texts }: Entity): string =>
  texts.get('version') ?? texts.get('attachmentVersion') ?? texts.get('hibernateVersion') ?? '1';

const attachmentPath = (page: string, name: string): string => `attachments/${page}/${name}`;

/** Texts from before Confluence 4 are wiki markup instead of HTML. */
const WIKI_MARKUP = '0';

async function readPage(page: Entity, space: SpaceReader, inZip: Set<string>): Promise<PageText> {
  const fields = space.fieldsOf(page);
  const body = space.bodies.get(page.id)?.texts;
  const source = body?.get('body') ?? '';
  if (body?.get('bodyType') === WIKI_MARKUP)
    return {
      fields,
      content: source,
      changes: ['It is written in the markup of old versions of Confluence and came as it is'],
    };
  const places = space.placesOf(page, inZip);
  const { markdown, changes } = await markdownOf(
    source,
    (tree, report) => {
      const comments = space.comments.get(page.id);
      if (comments) report(`Its comments were left out: ${comments}`);
      prepareStorage(tree, places, report);
    },
    xmlTree,
  );
  const rest = space.attachmentsOf(page, inZip).filter(({ address }) => !markdown.includes(address));
  const list = rest.map(({ name, address }) => `- [${name.replaceAll(/[[\]\\]/g, '\\$&')}](<${address}>)`);
  const content = list.length > 0 ? `${markdown}\n## Attachments\n\n${list.join('\n')}\n` : markdown;
  return { fields, content, changes };
}

/**
 * Parses a page in XML into an HTML tree. Elements with a namespace keep their names, so that the `prepare` step of
 * markdownOf finds them. Undefined if it is nested too deeply.
 */
function xmlTree(xml: string): Root | undefined {
  const root: Root = { type: 'root', children: [] };
  const open: (Root | Element)[] = [root];
  let isTooDeep = false;
  const parser = new Parser(
    {
      onopentag(tagName, properties) {
        const decoded = Object.entries(properties).map(([name, value]) => [name, decodeHTML(value)]);
        const node: Element = {
          type: 'element',
          tagName,
          properties: withWords(Object.fromEntries(decoded) as Record<string, string>),
          children: [],
        };
        open.at(-1)?.children.push(node);
        open.push(node);
        isTooDeep ||= open.length > DEEPEST;
      },
      ontext(value) {
        open.at(-1)?.children.push({ type: 'text', value: isCharacters ? value : decodeHTML(value) });
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
    // Entities are decoded here, since pages use HTML entities.
    { xmlMode: true, decodeEntities: false },
  );
  let isCharacters = false;
  parser.end(xml);
  return isTooDeep ? undefined : root;
}

/** Renames attributes to the names of HTML trees. */
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
