import { UNCATEGORIZED } from '../../contract/calls/documents.ts';
import { LIMITS } from '../../contract/shared/document-words.ts';
import { checkQuality } from '../../contract/shared/quality.ts';
import { writing } from '../../contract/calls/writing.ts';
import type { Actor, Reader } from '../actor.ts';
import { keepSuggestion } from '../assistant/queries.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { listFacets } from '../documents/queries.ts';
import type { Mount } from '../http/endpoint.ts';
import { refuse } from '../http/errors.ts';
import { hit } from '../http/rate-limit.ts';
import type { Writer } from './writer.ts';

const CALLS = { name: 'write', times: 60, seconds: 60 };
/** A model takes long, so no transaction stays open meanwhile. */
const slow = { transaction: 'own' } as const;

/** Writing help; documents store the result. */
export function writingRoutes(mount: Mount, writer: Writer, config: Config) {
  const tooMany = (db: Db, { userId }: Actor) => hit(db, CALLS, userId, config.RATE_LIMIT_SCALE);

  mount(writing.validate, async ({ body }) => checkQuality(body.content));
  mount(
    writing.enhanceField,
    async ({ db, actor, body: { fieldType, content } }) => {
      const refusal = await tooMany(db, actor);
      if (refusal) return refusal;
      const enhancedContent = await writer.enhanceField(fieldType, content);
      if (enhancedContent !== content) await keepSuggestion(db, actor.userId, fieldType);
      return { enhancedContent };
    },
    slow,
  );
  mount(
    writing.enhanceContent,
    async ({ db, actor, body: { title, content } }) => {
      const refusal = await tooMany(db, actor);
      if (refusal) return refusal;
      const better = await writer.enhanceDocument(title, content, await tagsInUse(db, actor));
      const isBetter = better.improvedContent !== content || better.suggestedTitle !== title;
      if (isBetter) await keepSuggestion(db, actor.userId, 'document');
      return better;
    },
    slow,
  );
  mount(
    writing.preview,
    async ({ db, actor, body: { content, images } }) => {
      const refusal = await tooMany(db, actor);
      if (refusal) return refusal;
      const { tags, categories } = await listFacets(db, actor, {});
      const named = categories.map(({ value }) => value).filter((name) => name !== UNCATEGORIZED);
      const article = await writer.articleFrom(
        content,
        images,
        tags.map(({ value }) => value),
        named,
      );
      if (article.content.length > LIMITS.content)
        return refuse(413, 'too_large', 'The images are too large');
      await keepSuggestion(db, actor.userId, 'article');
      return article;
    },
    slow,
  );
}

const tagsInUse = async (db: Db, reader: Reader): Promise<string[]> =>
  (await listFacets(db, reader, {})).tags.map(({ value }) => value);
