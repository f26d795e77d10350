// The long fuzz: 100,000 mutated documents through every reader, with another seed than the short one.
import { expectFuzz } from '../fuzz/expect-fuzz.ts';

expectFuzz(100_000, 3_141_592, 60 * 60_000);
