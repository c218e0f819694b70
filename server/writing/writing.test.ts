import { expect, test } from 'vitest';
import { knowledgeBase } from '../../contract/calls/documents.ts';
import { ApiError } from '../../contract/shared/error.ts';
import { checkQuality } from '../../contract/shared/quality.ts';
import { PASTE, writing } from '../../contract/calls/writing.ts';
import { withApp } from '../../test/app.ts';

const at = withApp();
const TEXT = 'First restart the nginx service on mel-web-01. Then verify the certificate.';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const image = { id: 'one', name: 'Screen', data: `data:image/png;base64,${PIXEL}` };

const statusOf = (promise: Promise<unknown>): Promise<number | undefined> =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.status : undefined),
  );

test('QC-04 the server checks a text like the browser', async () => {
  const ann = await at.current.signedIn();
  for (const content of ['', TEXT, 'Ann\nBob\nEve\nSue']) {
    expect(await ann.call(writing.validate, { body: { content, images: [] } })).toEqual(
      checkQuality(content),
    );
  }
});

test('AC-02 AC-05 a paste with an image becomes a preview, and that an unpublished document of its author', async () => {
  const ann = await at.current.signedIn();
  const draft = await ann.call(writing.preview, { body: { content: TEXT, images: [image] } });
  expect(draft).toMatchObject({ title: 'First restart the nginx service on mel-web-01' });
  expect(await ann.call(knowledgeBase.list, {})).toEqual([]);
  const created = await ann.call(writing.create, { body: { ...draft, isPublished: true } as typeof draft });
  expect(created).toMatchObject({
    title: draft.title,
    tags: draft.tags,
    excerpt: draft.excerpt,
    version: 1,
    isPublished: false,
    templateType: null,
    authorId: ann.user.id,
  });
  expect(created.content).toContain(TEXT);
  expect(created.content).toMatch(/!\[Screen\]\(\/objects\/|!\[Screen\]\(\/api\/objects\//);
  expect(await ann.call(knowledgeBase.find, { params: { id: created.id } })).toEqual(created);
});

test('AC-04 refuses a blank text, too much text and files that are no images', async () => {
  const ann = await at.current.signedIn();
  const preview = (content: string, data = image.data) =>
    statusOf(ann.call(writing.preview, { body: { content, images: [{ ...image, data }] } }));
  expect(await preview(' \n')).toBe(400);
  expect(await preview('x'.repeat(PASTE.characters))).toBe(undefined);
  expect(await preview('x'.repeat(PASTE.characters + 1))).toBe(400);
  expect(await preview(TEXT, `data:image/png;base64,${'A'.repeat(5_000_000)}`)).toBe(413);
  expect(await preview(TEXT, 'data:text/html;base64,AAAA')).toBe(400);
  expect(await preview(TEXT, 'data:image/svg+xml;base64,AAAA')).toBe(400);
  const images = Array.from({ length: PASTE.images + 1 }, () => image);
  expect(await statusOf(ann.call(writing.preview, { body: { content: TEXT, images } }))).toBe(400);
  for (const data of ['', '=', 'AA=A', 'AAAA===', 'AA AA', 'AAAA)'])
    expect(await preview(TEXT, `data:image/png;base64,${data}`)).toBe(400);
});

test('ED-09 improves fields and whole documents, or returns them unchanged', async () => {
  const ann = await at.current.signedIn();
  const enhance = (fieldType: 'title' | 'excerpt' | 'purpose', content: string) =>
    ann.call(writing.enhanceField, { body: { fieldType, content, category: 'DNS' } });
  expect(await enhance('title', 'restart dns')).toEqual({ enhancedContent: 'Restart DNS' });
  expect(await enhance('purpose', 'Restart DNS.')).toEqual({ enhancedContent: 'Restart DNS.' });
  const body = { title: 'Restart nginx', content: TEXT, category: null };
  expect(await ann.call(writing.enhanceContent, { body })).toMatchObject({
    improvedContent: TEXT,
    suggestedTitle: 'Restart nginx',
    extractedTags: expect.arrayContaining(['nginx']) as string[],
  });
});

test('threat 86 writing help has one limit for all of its calls', async () => {
  const ann = await at.current.signedIn();
  const calls = [
    () => ann.call(writing.enhanceField, { body: { fieldType: 'title', content: 'dns' } }),
    () => ann.call(writing.enhanceContent, { body: { title: 'dns', content: TEXT } }),
    () => ann.call(writing.preview, { body: { content: TEXT, images: [] } }),
  ];
  for (let n = 0; n < 20; n += 1) for (const call of calls) expect(await statusOf(call())).toBeUndefined();
  for (const call of calls) expect(await statusOf(call())).toBe(429);
});
