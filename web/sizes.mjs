// Fails the build when a script outgrows its limit (kB gzip): the shell, what a table needs besides, and each game's
// board, with their words.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const PAGE = new URL('../src/branchline/server/page/', import.meta.url);
const SHELL = 60;
const TABLE = 40;
const BOARD = 60;

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', PAGE), 'utf8'));
const weigh = (files) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, PAGE)), { level: 9 }).length, 0) / 1000;

function scripts(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  if (chunk.file.endsWith('.js')) found.add(chunk.file);
  for (const next of chunk.imports ?? []) scripts(next, found);
  return found;
}

const shell = scripts('index.html');
const languages = Object.keys(manifest).filter((key) => /^src\/words\/\w+\.ts$/.test(key));
const words = Math.max(...languages.map((key) => weigh([...scripts(key)].filter((file) => !shell.has(file)))));
const table = scripts('src/screens/Table.svelte');
const rows = [
  ['shell', weigh(shell) + words, SHELL],
  ['table', weigh([...table].filter((file) => !shell.has(file))), TABLE],
];
for (const key of Object.keys(manifest)) {
  const folder = /^src\/games\/(\w+)\/index\.ts$/.exec(key)?.[1];
  if (!folder) continue;
  const board = weigh([...scripts(key)].filter((file) => !shell.has(file) && !table.has(file)));
  const texts = ['en', 'ru'].map((language) => {
    const keys = Object.keys(manifest).filter((each) =>
      new RegExp(`games/${folder}/(api/)?words/${language}\\.json$`).test(each),
    );
    return weigh(keys.map((each) => manifest[each].file));
  });
  rows.push([folder, board + Math.max(...texts), BOARD]);
}
let over = false;
for (const [name, size, limit] of rows) {
  console.log(`${name.padEnd(10)} ${size.toFixed(1).padStart(6)} kB gzip of ${limit}`);
  over ||= size > limit;
}
if (over) {
  console.error('A script is over its limit.');
  process.exit(1);
}
