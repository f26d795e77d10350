// FlatBuffers messages that claim more than they hold.
import { expect, it } from 'vitest';
import { makeFlatbuffer } from '../../../test/range/make-flatbuffer.ts';
import { readFlatRoot } from './flatbuffer.ts';

/** Where the vector of field 0 of the root begins. */
function vectorOf(bytes: Buffer): number {
  const slot = readFlatRoot(bytes).at(0) ?? 0;
  return slot + bytes.readUInt32LE(slot);
}

it('reads the members of a vector', () => {
  const root = readFlatRoot(makeFlatbuffer({ 0: { tables: [{ 0: { text: 'a' } }, { 0: { text: 'b' } }] } }));
  expect(root.tables(0).map((table) => table.text(0))).toEqual(['a', 'b']);
});

it('reads no further than the message, whatever length a vector claims', () => {
  const bytes = makeFlatbuffer({ 0: { tables: [{ 0: { text: 'a' } }] } });
  const vector = vectorOf(bytes);
  bytes.writeUInt32LE(0xffff_ffff, vector);
  const short = bytes.subarray(0, vector + 4 + 7 * 4);
  expect(readFlatRoot(short).tables(0)).toHaveLength(7);
  expect(readFlatRoot(short).doubles(0)).toHaveLength(3);
});

it('limits the total members and texts of a message, since tables may share them', () => {
  const bytes = Buffer.concat([makeFlatbuffer({ 0: { tables: [{ 0: { text: 'a' } }] } }), Buffer.alloc(40_000)]);
  bytes.writeUInt32LE(0xffff_ffff, vectorOf(bytes));
  const root = readFlatRoot(bytes);
  let members = 0;
  for (let again = 0; again < 100; again++) members += root.tables(0).length;
  expect(members).toBe(100_000);

  const wordy = readFlatRoot(makeFlatbuffer({ 0: { text: 'x'.repeat(50_000) } }));
  let characters = 0;
  for (let again = 0; again < 100; again++) characters += wordy.text(0).length;
  expect(characters).toBe(4_000_000);
});
