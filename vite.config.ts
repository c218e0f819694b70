import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

const server = 'http://127.0.0.1:3000';

/**
 * The library that draws diagrams, as its makers bundle it: the frame it runs in has no origin, and such a page can load
 * classic scripts only.
 */
const diagramLibrary: Plugin = {
  name: 'diagram-library',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'diagram/mermaid.js', source: readMermaid() });
  },
  configureServer({ middlewares }) {
    middlewares.use('/diagram/mermaid.js', (_request, response) => {
      response.setHeader('content-type', 'text/javascript').end(readMermaid());
    });
  },
};
const readMermaid = () =>
  readFileSync(new URL('node_modules/mermaid/dist/mermaid.min.js', import.meta.url), 'utf8');

/**
 * Schemas carry a printer of JSON Schemas, which only the server's description of the API uses, and a memory for values that
 * hold themselves, which JSON cannot do (zod/mini has none either): 7 KB less in every visit.
 */
const withoutUnusedSchemas: Plugin = {
  name: 'without-unused-schemas',
  apply: 'build',
  load(id) {
    if (!/[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors|memoizer)\.js$/.test(id))
      return null;
    const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm);
    return `const none = () => undefined;\n${[...names].map(([, name]) => `export const ${name} = none;`).join('\n')}`;
  },
};

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), diagramLibrary, withoutUnusedSchemas],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    // The content policy of the server allows no data: scripts or styles, and every file is cached by its hash.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every screen needs and seldom changes is one file: smaller together, and kept by browsers over releases.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|zod|@tanstack[\\/](?!(react-)?virtual)[^\\/]+)[\\/]/,
            },
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
