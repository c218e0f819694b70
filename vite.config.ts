import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, parseSync, type Plugin, Visitor } from 'vite';
import { FIRST_READS, OPENED, SCREENS, VISITOR_SCREENS } from './web/first-files.ts';

const server = 'http://127.0.0.1:3000';

/** Not where pages of visitors are drawn beforehand (tools/build.mjs). */
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

/**
 * Writes first-files.json: what each screen needs beside the application itself and asks first, for the server to name in the
 * page. Its shape is read in server/http/pages.ts.
 */
const firstFiles: Plugin = {
  name: 'first-files',
  apply: forBrowsers,
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const chunkOf = (module: string) =>
      chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`));
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
      if (!chunk) throw new Error(`first-files.ts names ${module}, which is no module of its own`);
      return filesOf(chunk.fileName);
    };
    const filesFor = (
      program: string,
      screens: Record<string, string>,
      opened: Record<string, string> = {},
    ) => {
      const filesWith = (...modules: string[]) => {
        const files = new Set(
          ['take-over.tsx', program, ...modules].flatMap((each) => [...filesOfModule(each)]),
        );
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
      screens: filesFor('members.tsx', SCREENS, OPENED),
      visitors: filesFor('visitors.tsx', VISITOR_SCREENS),
      reads: FIRST_READS,
    });
    this.emitFile({ type: 'asset', fileName: 'first-files.json', source });
  },
};

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), wholeLibraries, withoutPage, withoutSummaries, firstFiles],
  worker: { format: 'es', plugins: () => [withoutPage] },
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
      output: {
        // What every screen needs and seldom changes is one file: smaller together, and kept by browsers over releases.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store[\\/]shim[\\/]index\.js|use-sync-external-store[\\/]cjs[\\/]use-sync-external-store-shim\.production\.js|wouter|regexparam|react-error-boundary|zod|@tanstack[\\/](react-)?query[^\\/]*)([\\/]|$)/,
            },
            // What only people need who are signed in.
            {
              name: 'router',
              test: /node_modules[\\/](@tanstack[\\/]((react-)?router|history|(react-)?store)[^\\/]*|use-sync-external-store)[\\/]/,
            },
            {
              name: 'inventory',
              test: /contract[\\/](dates|document-words|server-words|server-fields|servers|checks|check-target|watching|search)\.ts$|web[\\/](ui[\\/]feedback[\\/](badge|relative-time|exact-time)|lib[\\/](preferences|when-idle|whole)|servers[\\/](server-badges|figures))\.tsx?$/,
            },
            // Above the lists of members, all small.
            {
              name: 'toolbars',
              test: /web[\\/](ui[\\/]\w+[\\/](column-heads|menu|opens-later|segmented|select)|lib[\\/]use-search-text|servers[\\/](checker-state|reads|use-health-check|use-server-deletion))\.tsx?$/,
            },
            // Whoever signs in or registers meets these.
            {
              name: 'accounts',
              test: /web[\\/](accounts[\\/]\w[\w-]*[\\/](account-frame|google-button|notice-box|passkey-support|resend-verification)|ui[\\/]controls[\\/]password-field)\.tsx?$|contract[\\/](google|accounts|password)\.ts$/,
            },
            // What windows over the screen are made of.
            {
              name: 'windows',
              test: /node_modules[\\/](@radix-ui[\\/](primitive|react-(alert-dialog|compose-refs|context|dialog|dismissable-layer|focus-guards|focus-scope|id|portal|presence|primitive|slot|use-(callback-ref|controllable-state|effect-event|layout-effect)))|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|get-nonce|tslib)[\\/]|web[\\/]ui[\\/]overlays[\\/](confirm-dialog|dialog|use-return-focus)\.tsx?$/,
            },
            // Small, and on nearly every screen.
            {
              name: 'parts',
              test: /web[\\/](ui[\\/]\w+[\\/](button|icon-button|field|text-field|list-states|page-header|part|fetched-part|skeleton|keycap|mark|toasts)|api[\\/](query|query-client|save|session)|lib[\\/]class-names|paths|shell[\\/](not-found|loading)-page)\.tsx?$|contract[\\/](call|error|endpoint|user|fields|fold|messages)\.ts$|lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|icons[\\/](eye|eye-off|fingerprint-pattern|circle-exclamation-point|refresh-cw|search-x|circle-check|circle-x|triangle-exclamation-point|loader-circle)\.mjs$/,
            },
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
});
