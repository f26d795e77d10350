// The short fuzz run; test/full/fuzz.test.ts has the long one.
import { expectFuzz } from './expect-fuzz.ts';

expectFuzz(5000, 20_261_115, 5 * 60_000);
