import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, parseSync, type Plugin, Visitor } from 'vite';
import { CHUNK_GROUPS } from './web/chunk-groups.ts';
import { FIRST_READS, OPENED, READER } from './web/preloads.ts';

const server = 'http://127.0.0.1:3000';

/** Not for the prerenderer (tools/build.mjs). */
const forBrowsers = (_config: unknown, { isSsrBuild }: { isSsrBuild?: boolean }) => !isSsrBuild;

/**
 * Libraries as their makers bundle them, under names of their own. The one that draws diagrams runs in a frame without an
 * origin, which can load classic scripts only; the one that reads text in pictures starts a worker and what that loads.
 */
const WHOLE = {
  'diagram/mermaid.js': 'mermaid/dist/mermaid.min.js',
  'ocr/worker.js': 'tesseract.js/dist/worker.min.js',
  'ocr/core.js': 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js',
  'ocr/eng.traineddata.gz': '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
};
const wholeLibraries: Plugin = {
  name: 'whole-libraries',
  apply: forBrowsers,
  generateBundle() {
    for (const [fileName, file] of Object.entries(WHOLE))
      this.emitFile({ type: 'asset', fileName, source: readPackage(file) });
  },
  configureServer({ middlewares }) {
    for (const [fileName, file] of Object.entries(WHOLE)) {
      const type = fileName.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
      middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('content-type', type).end(readPackage(file));
      });
    }
  },
};
const readPackage = (file: string) => readFileSync(new URL(`node_modules/${file}`, import.meta.url));

/** The variant for browsers reads `&amp;` and its like as markup: workers have no page, and in ours the content policy forbids it. */
const withoutPage: Plugin = {
  name: 'without-page',
  enforce: 'pre',
  resolveId(id) {
    if (id !== 'decode-named-character-reference') return null;
    return fileURLToPath(new URL(`node_modules/${id}/index.js`, import.meta.url));
  },
};

/** Sentences about calls are for the OpenAPI document, which the server prints: 1 KB of the first script of each screen. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  apply: forBrowsers,
  transform(code, id) {
    if (!/\/contract\/[\w-]+\.ts$/.test(id)) return null;
    const found: { start: number; end: number }[] = [];
    new Visitor({
      Property({ key, value, computed }) {
        // A schema may have a field of this name.
        const isText = ['Literal', 'TemplateLiteral', 'BinaryExpression'].includes(value.type);
        if (!computed && key.type === 'Identifier' && key.name === 'summary' && isText) found.push(value);
      },
    }).visit(parseSync(id, code).program);
    return found.reduceRight((text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`, code);
  },
};

/** The module of each screen by path: the entries of the table SCREENS, which each fetch a module. */
function screensIn(file: string): Record<string, string> {
  const screens: Record<string, string> = {};
  const code = readFileSync(new URL(file, import.meta.url), 'utf8');
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || id.name !== 'SCREENS' || init?.type !== 'ObjectExpression') return;
      for (const { start, end } of init.properties) {
        const entry = code.slice(start, end);
        const [, path, module] =
          /^'(\/[^']*)': fetchedPart\(\s*\(\) => import\('\.\/([^']+)'\)/.exec(entry) ?? [];
        if (!path || !module) throw new Error(`${file}: this entry fetches no module: ${entry}`);
        screens[path] = module;
      }
    },
  }).visit(parseSync(file, code).program);
  if (Object.keys(screens).length === 0) throw new Error(`${file} has no table SCREENS`);
  return screens;
}

/** Paths as the server reads them: `:` is any one segment. */
const byPattern = <Value>(byPath: Record<string, Value>) =>
  Object.fromEntries(Object.entries(byPath).map(([path, value]) => [path.replace(/\$\w+$/, ':'), value]));

/**
 * Writes preloads.json: what each screen needs beside the application itself and asks first, for the server to name in the
 * page. Its shape is read in server/http/pages.ts.
 */
const preloads: Plugin = {
  name: 'preloads',
  apply: forBrowsers,
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const chunkOf = (module: string) =>
      chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)));
    const filesOf = (fileName: string, seen = new Set<string>()): Set<string> => {
      const chunk = chunks.find((each) => each.fileName === fileName);
      if (!chunk || seen.has(fileName)) return seen;
      seen.add(fileName);
      for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
      for (const imported of chunk.imports) filesOf(imported, seen);
      return seen;
    };
    const entry = filesOf(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '');
    const filesOfModule = (module: string) => {
      const chunk = chunkOf(module);
      if (!chunk) throw new Error(`The screens have no module ${module}`);
      return filesOf(chunk.fileName);
    };
    const filesFor = (
      program: string,
      screens: Record<string, string>,
      opened: Record<string, string> = {},
    ) => {
      const filesWith = (...modules: string[]) => {
        const files = new Set(['mount.tsx', program, ...modules].flatMap((each) => [...filesOfModule(each)]));
        return [...files].filter((file) => !entry.has(file));
      };
      return Object.fromEntries([
        ...Object.entries(screens).map(([path, module]) => [path, filesWith(module)]),
        ...Object.entries(opened).map(([path, module]) => {
          const [screen = ''] = path.split('?');
          return [path, filesWith(screens[screen] ?? screen, module)];
        }),
      ]);
    };
    const source = JSON.stringify({
      screens: filesFor('members.tsx', byPattern(screensIn('web/routes.tsx')), OPENED),
      visitors: filesFor('visitors.tsx', byPattern(screensIn('web/visitors.tsx'))),
      reader: [...filesOfModule(READER)].filter((file) => !entry.has(file)),
      reads: byPattern(FIRST_READS),
    });
    this.emitFile({ type: 'asset', fileName: 'preloads.json', source });
  },
};

const FRAMEWORK = [
  'react',
  'react-dom',
  'scheduler',
  'use-sync-external-store/shim/index.js',
  'use-sync-external-store/cjs/use-sync-external-store-shim.production.js',
  'react-error-boundary',
  'zod',
  '@tanstack/react-query',
  '@tanstack/query-core',
];
const ROUTER = [
  '@tanstack/history',
  '@tanstack/react-router',
  '@tanstack/react-store',
  '@tanstack/router-core',
  '@tanstack/store',
  'use-sync-external-store',
];

/** Whether a module is one of these, or in one of these folders. Throws where there is none of them any more. */
function among(paths: string[]): (id: string) => boolean {
  const places = paths.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const missing = paths.find((_, n) => !existsSync(places[n] ?? ''));
  if (missing) throw new Error(`vite.config.ts or web/chunk-groups.ts names ${missing}, which is not there`);
  return (id) => places.some((place) => id === place || id.startsWith(`${place}/`));
}
const inPackages = (names: string[]) => among(names.map((name) => `node_modules/${name}`));
const groupOf = ({ name, files, packages = [] }: (typeof CHUNK_GROUPS)[number]) => ({
  name,
  test: among([...files, ...packages.map((place) => `node_modules/${place}`)]),
});

export default defineConfig(({ isSsrBuild = false }) => ({
  root: 'web',
  plugins: [react(), tailwindcss(), wholeLibraries, withoutPage, withoutSummaries, preloads],
  worker: { format: 'es', plugins: () => [withoutPage] },
  // The server runs its programs as they are: with their packages, and with React as in production.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    // The content policy of the server allows no data: scripts or styles, and every file is cached by its hash.
    assetsInlineLimit: 0,
    // The page names the files of its first screen (server/http/pages.ts), and a link has its own fetched when it is pointed at:
    // lists of what each part needs would be 2 KB in every visit.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      ...(isSsrBuild && { input: ['web/prerender.tsx', 'web/readable-page.tsx'] }),
      output: {
        // What every screen needs and seldom changes is one file: smaller together, and kept by browsers over releases.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'framework', test: inPackages(FRAMEWORK) },
            // What only people need who are signed in.
            { name: 'router', test: inPackages(ROUTER) },
            ...CHUNK_GROUPS.map(groupOf),
            // Of a few hundred bytes each: one file instead of a request for every sign.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    // The screens read contract/, which lies outside of the root.
    fs: { allow: [import.meta.dirname] },
    proxy: { '/api': server, '/auth': server, '/objects': server, '/healthz': server },
  },
}));
