import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const FONTS = { 'golos-text': '@fontsource-variable/golos-text', oranienbaum: '@fontsource/oranienbaum' };

/** The fonts' licences lie beside the fonts, as they ask for. */
const licences: Plugin = {
  name: 'font-licences',
  generateBundle() {
    for (const [font, module] of Object.entries(FONTS)) {
      const source = readFileSync(new URL(`node_modules/${module}/LICENSE`, import.meta.url), 'utf8');
      this.emitFile({ type: 'asset', fileName: `assets/${font}-LICENSE.txt`, source });
    }
  },
};

/** What works without a network: the shell in both languages, and the rules of every game. */
const OFFLINE =
  /(src\/words\/\w+\.ts|\/screens\/(Lobby|Rules|Settings)\.svelte|\/card\.ts|\/Rules\.svelte|\/words\/(en|ru)\.json)$/;

/** Writes the service worker, with the names of the files that it keeps. */
const worker: Plugin = {
  name: 'service-worker',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const found = new Set<string>();
      const add = (name: string): void => {
        const chunk = bundle[name];
        if (!chunk || found.has(name)) return;
        found.add(name);
        if (chunk.type !== 'chunk') return;
        chunk.imports.forEach(add);
        for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file);
        for (const file of chunk.viteMetadata?.importedAssets ?? []) found.add(file);
      };
      for (const [name, chunk] of Object.entries(bundle)) {
        if (chunk.type === 'chunk' && (chunk.isEntry || OFFLINE.test(chunk.facadeModuleId ?? ''))) add(name);
        if (/\.woff2$/.test(name)) found.add(name);
      }
      const files = ['/', '/icon.svg', '/manifest.webmanifest', ...[...found].sort().map((name) => `/${name}`)];
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const template = readFileSync(new URL('sw.js', import.meta.url), 'utf8');
      const source = template.replace('__VERSION__', version).replace('__FILES__', JSON.stringify(files));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  },
};

// The page is built into the Python package, which serves it. Everything lies under /assets, named by its hash.
export default defineConfig({
  plugins: [svelte(), licences, worker],
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
