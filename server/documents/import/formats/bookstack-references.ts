import { addressInZip } from '../resolve.ts';

/** What a text refers to, by its kind and id, or by the name of a file. */
const REFERENCE = /\[\[bsexport:([a-z]+):([^\]]+)\]\]/g;

type Attachment = {
  id?: number | null | undefined;
  name: string;
  link?: string | null | undefined;
  file?: string | null | undefined;
};
type Page = {
  html?: string | null | undefined;
  markdown?: string | null | undefined;
  images?: { id?: number | null | undefined; file: string }[] | null | undefined;
  attachments?: Attachment[] | null | undefined;
};

/** Addresses by `kind:id`; files by their name as well. */
export type Targets = Map<string, string>;

/** Where references to images and attachments lead; one to a file that the zip does not hold leads nowhere. */
export function targetsOfFiles(placed: { page: Page }[], inZip: Set<string>): Targets {
  const targets: Targets = new Map();
  const add = (kind: string, id: unknown, address: string | undefined) => {
    if (address) targets.set(`${kind}:${String(id)}`, address);
  };
  const inFiles = (name: string) => (inZip.has(`files/${name}`) ? addressInZip(`files/${name}`) : undefined);
  for (const path of inZip) {
    const name = path.startsWith('files/') ? path.slice('files/'.length) : '';
    for (const kind of ['image', 'attachment']) if (name) add(kind, name, addressInZip(path));
  }
  for (const { page } of placed) {
    for (const { id, file } of page.images ?? []) add('image', id, inFiles(file));
    for (const { id, link, file } of page.attachments ?? [])
      add('attachment', id, link ? linkTo(link) : inFiles(file ?? ''));
  }
  return targets;
}

/** Undefined for an address that a browser would run instead of opening. */
function linkTo(address: string): string | undefined {
  // Browsers look past blanks and control characters.
  const bare = address.replaceAll(/[\s\p{Cc}]/gu, '');
  if (/^(?:javascript|vbscript|data):/i.test(bare)) return undefined;
  return address.trim().replaceAll(/[<>\s\\"]/g, encodeURIComponent);
}

export const withAddresses = (text: string, targets: Targets): string =>
  text.replaceAll(REFERENCE, (whole, kind: string, name: string) => targets.get(`${kind}:${name}`) ?? whole);

/** Links and files beside the page stand below it. */
export function attachmentsOf({ attachments }: Page, targets: Targets): string {
  const lines = (attachments ?? []).map(({ name, link, file }) => {
    const address = link ? linkTo(link) : targets.get(`attachment:${file}`);
    const text = name.replaceAll(/[[\]\\]/g, '\\$&');
    return address ? `- [${text}](<${address}>)` : `- ${text}`;
  });
  return lines.length > 0 ? `\n\n## Attachments\n\n${lines.join('\n')}\n` : '';
}

/** Told to whoever imports, each once. */
export function lostIn(page: Page, targets: Targets): string[] {
  const text = page.markdown?.trim() ? page.markdown : (page.html ?? '');
  const references = [...text.matchAll(REFERENCE)].flatMap(([, kind = '', name = '']) =>
    targets.has(`${kind}:${name}`) ? [] : [`It refers to ${kind} ${name}, which the zip does not hold`],
  );
  const attachments = (page.attachments ?? []).flatMap(({ name, link, file }) => {
    if (link) return linkTo(link) ? [] : [`Its attachment ${name} leads to no address that may be opened`];
    return targets.has(`attachment:${file}`) ? [] : [`Its attachment ${name} is not in the zip`];
  });
  return [...new Set([...references, ...attachments])].map((reason) => reason.slice(0, 300));
}
