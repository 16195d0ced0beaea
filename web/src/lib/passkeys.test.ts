import { expect, test } from 'vitest';
import { bytes, encode } from './passkeys';

test('bytes survive the way to base64url and back', () => {
  const all = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (const length of [0, 1, 2, 3, 255, 256]) {
    const part = all.slice(0, length);
    expect(bytes(encode(part.buffer))).toEqual(part);
    expect(encode(part.buffer)).not.toMatch(/[+/=]/);
  }
});
