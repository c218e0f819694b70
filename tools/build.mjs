// Builds the screens into dist/web if their sources have changed. The server needs no build.
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { must, runNode } from './child-process.mjs';
import { inRoot, tools } from './paths.mjs';
import { filesBelow, isStamped, sha256OfFiles, writeStamp } from './stamp.mjs';

const built = inRoot('dist/web');
const stamp = inRoot('dist/web.stamp');
const textFiles = /\.(html|js|mjs|css|json|svg|txt|xml|webmanifest|map)$/;
const smallestToCompress = 1024; // bytes: for smaller files the header costs more than compression saves
const largeFile = 1024 * 1024; // bytes: compressing larger files at full strength would take ten times as long as the build
const brotliQuality = 10; // the first level with brotli's exhaustive search: six per cent smaller than 9
const brotliQualityOfFirst = 11; // another three per cent, for three times the time: used for files of the first load

export async function buildScreens() {
  const sources = ['web', 'contract'].flatMap((folder) => filesBelow(inRoot(folder)));
  const expected = sha256OfFiles([inRoot('package-lock.json'), inRoot('vite.config.ts'), ...sources]);
  if (isStamped(stamp, expected) && existsSync(built)) return;

  console.log('Building the screens.');
  // Built in a separate folder and moved at the end, so that an interrupted build leaves the last good one.
  const fresh = inRoot('dist/web.new');
  const old = inRoot('dist/web.old');
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  const args = ['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  await must('Building the screens', runNode(tools.vite, args));
  compressTextFiles(fresh);
  await buildRenderers(fresh);

  rmSync(stamp, { force: true });
  if (existsSync(built)) renameSync(built, old);
  renameSync(fresh, built);
  writeStamp(stamp, expected);
  rmSync(old, { recursive: true, force: true });
}

/**
 * Builds the programs that render screens on the server into .server: the file server serves no hidden folders. One
 * writes prerendered.json now, the markup of the visitor pages by path. The server loads the other one.
 */
async function buildRenderers(folder) {
  const programs = path.join(folder, '.server');
  const args = ['build', '--ssr', '--outDir', programs, '--emptyOutDir', '--logLevel', 'warn'];
  await must('Building the renderers', runNode(tools.vite, args));
  const files = [path.join(programs, 'prerender.js'), path.join(folder, 'prerendered.json')];
  await must('Prerendering the pages of visitors', runNode(inRoot('tools/prerender.mjs'), files));
}

/** Writes a .br and a .gz next to each text file. The server sends them unchanged. */
function compressTextFiles(folder) {
  const first = readFileSync(path.join(folder, 'preloads.json'), 'utf8');
  for (const file of filesBelow(folder)) {
    if (!textFiles.test(path.basename(file)) || statSync(file).size <= smallestToCompress) continue;
    const text = readFileSync(file);
    const quality = first.includes(path.basename(file)) ? brotliQualityOfFirst : brotliQuality;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: text.length > largeFile ? 9 : quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  }
}
