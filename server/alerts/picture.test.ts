import { expect, test } from 'vitest';
import { drawAlertPicture } from '../../test/alert-picture.ts';

test('ALERT-66 the picture in docs/alerts.md shows what the engine decides', async () => {
  const picture = drawAlertPicture();
  for (const state of ['pending', 'firing', 'covered']) expect(picture).toContain(`>${state}</text>`);
  expect(picture.match(/>switch: (?:firing|resolved)</g)).toHaveLength(2);
  expect(picture).not.toContain('web-1: ');
  await expect(picture).toMatchFileSnapshot('../../docs/pictures/alerts.svg');
});
