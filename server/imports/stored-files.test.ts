import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { knowledgeBase } from '../../contract/calls/documents.ts';
import { withApp, type Client } from '../../test/app.ts';
import { importFiles } from '../../test/imports.ts';

const at = withApp();
const plain = (colour: string) => sharp({ create: { width: 3, height: 2, channels: 3, background: colour } });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><script>alert(1)</script></svg>';

const contentsOf = async (client: Client, category: string) =>
  (await client.call(knowledgeBase.list, { query: { category } })).map(({ content = '' }) => content);

describe('OBJ-02 images of a zip', () => {
  test('OBJ-02 pages show the images of the zip', async () => {
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn();
    const files = {
      'racks/a.md':
        '# A\n\n![1](img/a.png)\n![2](img/b.jpg)\n<img src="img/c.gif">\n![4](img/d.webp)\n![5](img/e.svg)',
      'racks/img/a.png': await plain('red').png().toBuffer(),
      'racks/img/b.jpg': await plain('green').jpeg().toBuffer(),
      'racks/img/c.gif': await plain('blue').gif().toBuffer(),
      'racks/img/d.webp': await plain('white').webp().toBuffer(),
      'racks/img/e.svg': svg,
      'racks/img/unused.png': Buffer.from('never read as an image'),
    };
    expect(await importFiles(ann, files)).toMatchObject({ created: 1, updated: 0, skipped: 6, problems: [] });
    const [content = ''] = await contentsOf(ann, 'racks');
    const addresses = [...content.matchAll(/\/objects\/[0-9a-f-]{36}/g)].map(([address]) => address);
    const shown = await Promise.all(
      addresses.map(async (url) => {
        const answer = await bob.send({ url });
        const { format, width } = await sharp(answer.rawPayload).metadata();
        return [answer.statusCode, answer.headers['content-type'], format, width];
      }),
    );
    expect(shown).toEqual([
      [200, 'image/png', 'png', 3],
      [200, 'image/jpeg', 'jpeg', 3],
      [200, 'image/gif', 'gif', 3],
      [200, 'image/webp', 'webp', 3],
      [200, 'image/png', 'png', 8],
    ]);
    expect(await importFiles(bob, files)).toMatchObject({ created: 0, updated: 0, skipped: 7 });
  });

  test('OBJ-02 imports a page with a broken image with its text and other images, and reports the image once', async () => {
    const ann = await at.current.signedIn();
    const report = await importFiles(ann, {
      'bad/a.md': '# A\n\n![x](good.png) ![y](broken.png)',
      'bad/b.md': '# B\n\n![y](broken.png)',
      'bad/broken.png': '<html>',
      'bad/good.png': await plain('black').png().toBuffer(),
    });
    const reason = 'It is not an image that can be shown; bad/a.md came in without it';
    expect(report).toMatchObject({
      created: 2,
      updated: 0,
      skipped: 1,
      problems: [{ path: 'bad/broken.png', reason }],
    });
    const contents = (await contentsOf(ann, 'bad')).toSorted();
    const url = /\/objects\/[0-9a-f-]+/.exec(contents[0] ?? '')?.[0] ?? '';
    expect(contents).toEqual([`# A\n\n![x](${url}) ![y](broken.png)`, '# B\n\n![y](broken.png)']);
    expect((await ann.send({ url })).statusCode).toBe(200);
  });

  test('OBJ-02 stores the same image in two places of a zip once', async () => {
    const ann = await at.current.signedIn();
    const image = await plain('orange').png().toBuffer();
    await importFiles(ann, {
      'once/a.md': '# A\n\n![x](a.png)\n![x](copy.png)',
      'once/a.png': image,
      'once/copy.png': image,
    });
    const [content = ''] = await contentsOf(ann, 'once');
    expect(new Set(content.match(/\/objects\/[0-9a-f-]+/g))).toHaveProperty('size', 1);
  });
});
