// Selects kinds of a registry by id.
import { GeotrawlError } from '../model/errors.ts';
import type { ResourceKind } from '../model/kind.ts';

/** All kinds if `ids` is null; throws `usage.bad-argument` for an unknown id. */
export function chooseKinds(kinds: readonly ResourceKind[], ids: readonly string[] | null): readonly ResourceKind[] {
  if (ids === null) return kinds;
  const unknown = ids.find((id) => !kinds.some((kind) => kind.id === id));
  if (unknown !== undefined) {
    const known = kinds.map((kind) => kind.id).join(', ');
    throw new GeotrawlError(
      'usage.bad-argument',
      `Unknown kind "${unknown}". Known: ${known}. \`kinds.modules\` loads your own kinds.`,
      {
        facts: { kind: unknown },
      },
    );
  }
  return kinds.filter((kind) => ids.includes(kind.id));
}
