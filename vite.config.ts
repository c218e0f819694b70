import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
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
