import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { documents, type DocumentItem, withLineFeeds } from '../../contract/calls/documents.ts';
import { TemplateType } from '../../contract/shared/document-words.ts';
import { plainLine } from '../../contract/shared/fields.ts';
import { withApp, type Client } from '../../test/app.ts';
import { actorFor } from '../../test/factories.ts';
import { aPicture, aStoredImage } from '../../test/stored-image.ts';
import { importJobOf, writtenFields } from '../../test/imports.ts';
import { createDocuments } from '../documents/save.ts';
import { fc, SEED } from '../../test/properties.ts';

const from = withApp();
const into = withApp();

const DOCUMENTS = 120;
const IMAGES = 6;

/** Text in any script, with characters that are special in YAML, Markdown or a path. */
const words = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength }),
      fc.constantFrom(
        'a: b',
        '- x',
        '2024',
        'true',
        'null',
        '#1',
        '../..',
        'CON',
        'C:\\x',
        '"',
        "it's",
        '{{<',
        '---',
        '&amp;',
      ),
    )
    .map((text) => plainLine(text.replaceAll(/\p{C}/gu, '')).trim().slice(0, maxLength))
    .filter((text) => text !== '');

const anyDocument = fc.nat(DOCUMENTS - 1);
const block = fc.oneof(
  words(80),
  words(40).map((text) => `# ${text}`),
  fc
    .tuple(words(20), anyDocument, fc.constantFrom('', '#steps'))
    .map(
      ([text, n, anchor]) => `[${text.replaceAll(/[[\]\\`]/g, '')}](/knowledge-base?doc=DOC${n}END${anchor})`,
    ),
  anyDocument.map((n) => `<a href="/documents?doc=DOC${n}END">there</a>`),
  fc.nat(IMAGES - 1).map((n) => `<!-- width=300px height=auto -->\n![Picture](/objects/IMG${n}END)`),
  anyDocument.map((n) => `\`\`\`\n[no link](/knowledge-base?doc=DOC${n}END)\n\`\`\``),
  fc.constantFrom(
    '---',
    '---\ntitle: not a title\n---',
    '| a | b |\n| - | - |\n| 1 | 2 |',
    '\n\n',
    '  indented',
    '[x]: https://example.com',
    '\\[not\\](a link)',
    '> quote\r\n> goes on',
  ),
);

const fields = fc.record({
  title: words(120),
  content: fc
    .array(block, { minLength: 1, maxLength: 8 })
    .map((blocks) => blocks.join('\n\n'))
    .filter((text) => text.trim() !== ''),
  excerpt: fc.option(words(200)),
  technology: fc.option(words(50)),
  domain: fc.option(words(20)),
  category: fc.option(words(60)),
  tags: fc.uniqueArray(words(30), { maxLength: 5 }),
  isPublished: fc.boolean(),
  isTemplate: fc.boolean(),
  templateType: fc.option(fc.constantFrom(...TemplateType.options)),
});

/** Documents as text. Links name the content of their target, since another product assigns new ids. */
function comparable(list: DocumentItem[], widthOf: (id: string) => string) {
  const contentOf = new Map(
    list.map((document) => [
      document.id,
      JSON.stringify([document.title, document.category, document.tags, document.excerpt]),
    ]),
  );
  const textOf = (document: DocumentItem) =>
    JSON.stringify({
      ...writtenFields(document),
      content: fencesLeftOut(document.content ?? '')
        .replaceAll(
          /\/(?:documents|knowledge-base)\?doc=([\da-f-]{36})/g,
          (_, id: string) => `DOC ${contentOf.get(id) ?? 'nowhere'}`,
        )
        .replaceAll(/\/objects\/([\da-f-]{36})/g, (_, id: string) => `IMG ${widthOf(id)}`),
    });
  return list.map(textOf).toSorted();
}

/** The width of each image that the texts show. It identifies the image in both products. */
async function imageWidths(client: Client, list: DocumentItem[]) {
  const found = new Map<string, string>();
  for (const [, id = ''] of list.flatMap(({ content = '' }) => [
    ...content.matchAll(/\/objects\/([\da-f-]{36})/g),
  ])) {
    if (found.has(id)) continue;
    const { width } = await sharp((await client.send({ url: `/objects/${id}` })).rawPayload).metadata();
    found.set(id, String(width));
  }
  return (id: string) => found.get(id) ?? 'none';
}

test('KB-11 any documents survive export and import into an empty product, with images and links', async () => {
  const generated = fc.sample(fields, { seed: SEED, numRuns: DOCUMENTS });
  // Contents that a reader is most likely to mistake for front matter.
  const edges = ['\n\n\nAfter blank lines', '---\na: b\n---\nx', '\r\n  x \r\n', '    code first', '---'];
  for (const [n, content] of edges.entries()) Object.assign(generated[n] ?? {}, { content });
  const ids = generated.map(() => randomUUID());
  const ann = await from.current.signedIn();
  const { database } = from.current;
  const images = await Promise.all(
    Array.from({ length: IMAGES }, async (_, n) =>
      aStoredImage(from.current, ann.user.id, { bytes: await aPicture(2 + n) }),
    ),
  );
  const written = (text: string) =>
    text
      .replaceAll(/DOC(\d+)END/g, (_, n: string) => ids[Number(n)] ?? '')
      .replaceAll(/IMG(\d+)END/g, (_, n: string) => images[Number(n)] ?? '');
  // Every way into the product normalises a text like this.
  const kept = (content: string) => withLineFeeds(written(content));
  const inputs = generated.map((one, n) => ({ ...one, id: ids[n], content: kept(one.content) }));
  await database.db.transaction((tx) => createDocuments(tx, actorFor(ann.user), inputs));

  const zip = (await ann.send({ url: '/api/documents/export' })).rawPayload;
  const bob = await into.current.signedIn();
  const job = await importJobOf(bob, Buffer.from(zip));
  const [before, after] = await Promise.all([ann.call(documents.list, {}), bob.call(documents.list, {})]);
  const [one, two] = [await imageWidths(ann, before), await imageWidths(bob, after)];
  expect([SEED, job.state, after.length, job.result]).toEqual([
    SEED,
    'done',
    DOCUMENTS,
    expect.objectContaining({ created: DOCUMENTS, problems: [] }),
  ]);
  expect(comparable(after, two)).toEqual(comparable(before, one));
}, 120_000);

/** Addresses in code blocks are text and are not changed, so they keep the ids of the exporting product. */
const fencesLeftOut = (content: string) => content.replaceAll(/```\n[^`]*\n```/g, 'code');
