// Makes src/generated/*.ts from the schemas that schemas.py left there. Nobody edits what it writes.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';
import openapi, { astToString } from 'openapi-typescript';

const FOLDER = new URL('src/generated/', import.meta.url);
const BANNER = '// Made from the Python sources by `python hatch_build.py types`. Do not edit.';

const files = readdirSync(FOLDER);
for (const file of files) if (file.endsWith('.ts')) rmSync(new URL(file, FOLDER));
for (const file of files.filter((name) => name.endsWith('.json')).sort()) {
  const schema = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
  const text =
    file === 'rest.json'
      ? `${BANNER}\n${astToString(await openapi(schema, { defaultNonNullable: false }))}`
      : await typesOf(schema);
  writeFileSync(new URL(file.replace(/json$/, 'ts'), FOLDER), text);
}

/** The schema's structs by name, and a name for every role that is not one struct of that name. */
async function typesOf(schema) {
  const text = await compile(schema, schema.title, { bannerComment: BANNER, additionalProperties: false });
  const names = Object.keys(schema.properties).map((role) => [role[0].toUpperCase() + role.slice(1), role]);
  const missing = names.filter(([name]) => !new RegExp(`^export (interface|type) ${name}\\b`, 'm').test(text));
  return text + missing.map(([name, role]) => `export type ${name} = ${schema.title}['${role}'];\n`).join('');
}
