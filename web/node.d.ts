/** The part of Node that vite.config.ts uses; its whole types are not worth a dependency. */
declare module 'node:fs' {
  export function readFileSync(path: URL, encoding: 'utf8'): string;
}

declare module 'node:crypto' {
  interface Hash {
    update(data: string): Hash;
    digest(encoding: 'hex'): string;
  }
  export function createHash(name: string): Hash;
}
