import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { defineConfig, parseSync, type Plugin, transformWithOxc, Visitor } from 'vite';
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

/** Service workers, under fixed names: a browser looks for a new version at the address of the old one (server/http/offline-shell.ts). */
const WORKERS = { 'sw.js': 'shell-worker.ts', 'sw-off.js': 'removal-worker.ts' };
const serviceWorkers: Plugin = {
  name: 'service-workers',
  apply: forBrowsers,
  async generateBundle() {
    for (const [fileName, module] of Object.entries(WORKERS)) {
      const file = fileURLToPath(new URL(`web/offline/worker/${module}`, import.meta.url));
      const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
      this.emitFile({ type: 'asset', fileName, source: code });
    }
  },
};

/** The mark as an icon of an installed app: its size, and the share of it that the mark takes. */
const ICONS_OF_APP = {
  '192.png': { size: 192, share: 0.7 },
  '512.png': { size: 512, share: 0.7 },
  // A launcher cuts a shape out of it: a circle of four fifths is always visible.
  'maskable-512.png': { size: 512, share: 0.5 },
  'apple-touch.png': { size: 180, share: 0.6 },
};
const BACKGROUND = '#f7f9fb';
const iconsOfApp: Plugin = {
  name: 'icons-of-app',
  apply: forBrowsers,
  async generateBundle() {
    const mark = readFileSync(new URL('web/public/mark.svg', import.meta.url));
    for (const [name, { size, share }] of Object.entries(ICONS_OF_APP)) {
      const inner = Math.round((size * share) / 2) * 2;
      const edge = (size - inner) / 2;
      const source = await sharp(mark, { density: 1_800 })
        .resize(inner, inner)
        .flatten({ background: BACKGROUND })
        .extend({ top: edge, right: edge, bottom: edge, left: edge, background: BACKGROUND })
        .png()
        .toBuffer();
      this.emitFile({ type: 'asset', fileName: `icons/${name}`, source });
    }
  },
};

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
let removedSummaries = 0;
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  apply: forBrowsers,
  transform(code, id) {
    if (!/\/contract\/calls\/[\w-]+\.ts$/.test(id)) return null;
    const found: { start: number; end: number }[] = [];
    new Visitor({
      Property({ key, value, computed }) {
        // A schema may have a field of this name.
        const isText = ['Literal', 'TemplateLiteral', 'BinaryExpression'].includes(value.type);
        if (!computed && key.type === 'Identifier' && key.name === 'summary' && isText) found.push(value);
      },
    }).visit(parseSync(id, code).program);
    removedSummaries += found.length;
    return found.reduceRight((text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`, code);
  },
  buildEnd(error) {
    if (!error && removedSummaries === 0) this.error('No call has a summary. Has the contract moved?');
  },
};

const ICONS = 'node_modules/lucide-react/dist/esm';

/** Imports each icon from its file. The list of all icons, which screens import, hides which of them need which. */
const iconsByFile: Plugin = {
  name: 'icons-by-file',
  enforce: 'pre',
  apply: (config, env) => env.command === 'build' && forBrowsers(config, env),
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('lucide-react')) return null;
    return code.replace(/import \{([^}]*)\} from 'lucide-react';/g, (_, names: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => {
          const [icon = '', local = icon] = name.split(' as ');
          return `import ${local} from '${iconFile(icon)}';`;
        })
        .join(''),
    );
  },
};
const iconList = readFileSync(new URL(`${ICONS}/lucide-react.mjs`, import.meta.url), 'utf8');
function iconFile(name: string): string {
  const [, file] = new RegExp(`\\bdefault as ${name}\\b[^}]*\\} from '\\./(.*)';`).exec(iconList) ?? [];
  if (!file) throw new Error(`lucide-react has no icon ${name}`);
  return fileURLToPath(new URL(`${ICONS}/${file}`, import.meta.url));
}

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

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** A module of web/ and all that it imports, without what it fetches later. */
function reachOf(module: string, graph: Graph): Set<string> {
  const reach = new Set<string>();
  const visit = (id: string) => {
    if (reach.has(id)) return;
    reach.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  visit(fileURLToPath(new URL(`web/${module}`, import.meta.url)));
  return reach;
}

/** Shows a document: what only screens with it import is in a file of its own, for 100 KB of markdown are for them. */
const ARTICLE = 'documents/reading/document-article.tsx';

/** A module that so many screens import is in one file with others of the kind. */
const MANY_SCREENS = 3;

/**
 * The file of each module, for what is usually loaded together: one request is faster than one for each small module. It
 * follows from what the two programs and the screens import. Packages seldom change, so browsers keep theirs over releases.
 */
function filesBy(graph: Graph): (id: string) => string | null {
  const [entry, application, members] = ['main.tsx', 'mount.tsx', 'members.tsx'].map((module) =>
    reachOf(module, graph),
  );
  const [visitorScreens = [], memberScreens = []] = ['web/visitors.tsx', 'web/routes.tsx'].map((file) =>
    Object.values(screensIn(file)).map((module) => reachOf(module, graph)),
  );
  const features = [
    ...new Set(Object.values(screensIn('web/routes.tsx')).map((module) => module.split('/')[0])),
  ].map((name) => ({
    name,
    others: Object.values(screensIn('web/routes.tsx'))
      .filter((module) => !module.startsWith(`${name}/`))
      .map((module) => reachOf(module, graph)),
  }));
  /** The feature whose screens alone share the module. Screens of others do not load it. */
  const featureOf = (id: string) =>
    features.find(({ others }) => !others.some((reach) => reach.has(id)))?.name;
  const article = fileURLToPath(new URL(`web/${ARTICLE}`, import.meta.url));
  const isOnlyOfTexts = (id: string) => {
    const screens = [...visitorScreens, ...memberScreens].filter((reach) => reach.has(id));
    return screens.length > 1 && !members?.has(id) && screens.every((reach) => reach.has(article));
  };
  return (id) => {
    const isLibrary = id.includes('node_modules') && !id.includes('lucide-react');
    if (entry?.has(id)) return null;
    if (application?.has(id)) return isLibrary ? 'framework' : 'application';
    if (isOnlyOfTexts(id)) return 'texts';
    const [byVisitors = 0, byMembers = 0] = [visitorScreens, memberScreens].map(
      (screens) => screens.filter((reach) => reach.has(id)).length,
    );
    const isOfMembers = members?.has(id) || byMembers >= MANY_SCREENS;
    if (byVisitors > 0 && isOfMembers) return 'both';
    if (byVisitors >= MANY_SCREENS) return byMembers > 0 ? 'account-calls' : 'accounts';
    if (members?.has(id)) return isLibrary ? 'router' : 'shell';
    return isOfMembers ? (featureOf(id) ?? 'screens') : null;
  };
}

let fileOf: ReturnType<typeof filesBy> | undefined;

export default defineConfig(({ isSsrBuild = false }) => ({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    wholeLibraries,
    serviceWorkers,
    iconsOfApp,
    withoutPage,
    withoutSummaries,
    iconsByFile,
    preloads,
  ],
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
      ...(isSsrBuild && { input: ['web/prerender.tsx', 'web/readable-page.tsx', 'web/kit-pages.tsx'] }),
      // A report for the authors of bundlers, whenever a build is slow.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: isSsrBuild || {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'by use', name: (id, graph) => (fileOf ??= filesBy(graph))(id) }],
        },
      },
    },
  },
  server: {
    // The screens read contract/, which lies outside of the root.
    fs: { allow: [import.meta.dirname] },
    proxy: {
      '/api': server,
      '/auth': server,
      '/objects': server,
      '/healthz': server,
      '^/alerts/[^/]+/acknowledge/': server,
    },
  },
}));
