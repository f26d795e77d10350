// The confusion matrix: over all fixtures and corpus documents, the first kind to claim a document is its own.
import { describe, expect, it } from 'vitest';
import { type Claim, claimTable, corpusClaims, fixtureClaims, nothing } from './claims.ts';

function expectNoConfusion(claims: readonly Claim[], name: string): void {
  const wrong = claims.filter(({ claimant, accepted }) => !accepted.includes(claimant));
  const own = claims.filter(({ claimant, accepted }) => claimant === accepted[0]);
  const idle = claims.filter(({ claimant }) => claimant === nothing).length;
  console.log(`${name}: label, documents, claimed by\n${claimTable(claims)}`);
  console.log(
    `${name}: ${claims.length} documents, ${own.length} on the diagonal, ${claims.length - own.length - wrong.length} ` +
      `where the label allows another kind, ${wrong.length} confused; ${idle} are nothing`,
  );
  expect(wrong.map(({ file, claimant, accepted }) => `${file}: ${claimant}, not ${accepted.join(' or ')}`)).toEqual([]);
}

describe('confusion', () => {
  it('has no case among the fixtures', () => expectNoConfusion(fixtureClaims(), 'fixtures'));

  const claims = corpusClaims();
  it.skipIf(claims.length === 0)('is not there among the documents of the corpus', () =>
    expectNoConfusion(claims, 'corpus'),
  );
});
