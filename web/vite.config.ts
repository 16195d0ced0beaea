import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The page is built into the Python package, which serves it. Everything lies under /assets, named by its hash.
export default defineConfig({
  plugins: [svelte()],
  logLevel: 'warn',
  build: {
    outDir: '../src/branchline/server/page',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:8030', ws: true } },
  },
});
