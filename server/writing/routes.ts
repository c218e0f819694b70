import { LIMITS } from '../../contract/documents.ts';
import { checkQuality } from '../../contract/quality.ts';
import { writing } from '../../contract/writing.ts';
import type { Db } from '../db/open.ts';
import { listFacets } from '../documents/queries.ts';
import type { Mount } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { articleFrom, enhancedDocument } from './article.ts';
import { tidyText, tidyTitle } from './tidy.ts';

/** Help with writing; storing an article is a matter of the documents. */
export function writingRoutes(mount: Mount) {
  mount(writing.validate, async ({ body }) => checkQuality(body.content));
  mount(writing.enhanceField, async ({ body: { fieldType, content } }) => {
    const tidied = fieldType === 'title' ? tidyTitle(content) : tidyText(content);
    return { enhancedContent: tidied === '' ? content : tidied };
  });
  mount(writing.enhanceContent, async ({ db, body: { title, content } }) =>
    enhancedDocument(title, content, await tagsInUse(db)),
  );
  mount(writing.preview, async ({ db, body: { content, images } }) => {
    const article = articleFrom(content, images, await tagsInUse(db));
    if (article.content.length <= LIMITS.content) return article;
    return refuse(413, 'too_large', 'The images are too large');
  });
}

const tagsInUse = async (db: Db): Promise<string[]> =>
  (await listFacets(db, {})).tags.map(({ value }) => value);
