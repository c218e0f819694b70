import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { zipStream } from './zip-stream.ts';

test('KB-11 a zip of many files keeps no read files in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const kept = () => {
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const zip = zipStream(async (add) => {
    const addMany = async (many: number) => {
      for (let n = 0; n < many; n++) await add(`file ${n}.md`, `${n} `.repeat(500));
    };
    await addMany(300);
    const first = kept();
    await addMany(600);
    // 600 files would take 12 MB if their writers stayed in memory. On a slow machine the memory is freed a little later.
    await expect.poll(() => kept() - first).toBeLessThan(3_000_000);
  });
  zip.resume();
  await new Promise((resolve, reject) => zip.on('end', resolve).on('error', reject));
});
