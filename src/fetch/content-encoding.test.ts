// Decoding bodies that are valid, damaged, mislabeled or hostile.
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBody } from './content-encoding.ts';

const mebibyte = 1024 * 1024;
const encoders = {
  gzip: (bytes: Uint8Array) => zlib.gzipSync(bytes),
  deflate: (bytes: Uint8Array) => zlib.deflateSync(bytes),
  br: (bytes: Uint8Array) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
};
type Label = keyof typeof encoders;
const labels = Object.keys(encoders) as Label[];

describe('decodeBody', () => {
  it('decodes any stack of up to three codings', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array(),
        fc.array(fc.constantFrom(...labels), { maxLength: 3 }),
        async (bytes, stack) => {
          const body = stack.reduce((inner, label) => encoders[label](inner), bytes);
          const decoded = await decodeBody(body, stack.join(', '), mebibyte);
          expect(Buffer.from(decoded.bytes).equals(bytes)).toBe(true);
          expect(decoded).toMatchObject({ capped: false, broken: false, falseLabel: null });
        },
      ),
    );
  });

  it('accepts any bytes under any label', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1 }),
        fc.constantFrom(...labels, 'zstd', ''),
        async (bytes, label) => {
          const decoded = await decodeBody(bytes, label, mebibyte);
          if (decoded.falseLabel !== null) expect(decoded.bytes).toBe(bytes);
        },
      ),
    );
  });

  it.each(labels)('%s: a large body is decoded off the event loop', async (label) => {
    const bytes = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * index * 7919) >>> 5));
    const decoded = await decodeBody(encoders[label](bytes), label, mebibyte);
    expect(Buffer.from(decoded.bytes).equals(bytes)).toBe(true);
  });

  it.each(labels)('%s: a body over the cap is truncated', async (label) => {
    const decoded = await decodeBody(encoders[label](Buffer.alloc(3 * mebibyte, 'abc')), label, mebibyte);
    expect(decoded).toMatchObject({ capped: true, broken: false });
    expect(decoded.bytes.length).toBe(mebibyte);
  });

  it.each(labels)('%s: a body of exactly the cap is complete', async (label) => {
    const decoded = await decodeBody(encoders[label](Buffer.alloc(mebibyte)), label, mebibyte);
    expect(decoded).toMatchObject({ capped: false, broken: false });
  });

  it('a bomb inside a bomb stops at the first cap', async () => {
    const inner = encoders.br(Buffer.alloc(64 * mebibyte));
    const decoded = await decodeBody(encoders.gzip(inner), 'br, gzip', 90 * mebibyte);
    expect(decoded.capped).toBe(true);
    expect(decoded.bytes.length).toBe(4 * mebibyte);
  });

  it('an empty body needs no decoding', async () => {
    expect((await decodeBody(Buffer.alloc(0), 'gzip', 10)).falseLabel).toBeNull();
  });
});
