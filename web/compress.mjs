// Compresses what the server sends, once and as well as can be: FILE.br and FILE.gz beside FILE.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const PAGE = new URL('../src/branchline/server/page/', import.meta.url);
const TEXTS = /\.(js|css|html|svg|txt|webmanifest)$/;
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

for (const name of readdirSync(PAGE, { recursive: true })) {
  if (!TEXTS.test(name) || name === 'built.txt') continue;
  const content = readFileSync(new URL(name, PAGE));
  for (const [ending, packed] of [
    ['br', brotliCompressSync(content, best)],
    ['gz', gzipSync(content, { level: 9 })],
  ]) {
    if (packed.length < content.length) writeFileSync(new URL(`${name}.${ending}`, PAGE), packed);
  }
}
