// Suites that need programs of the system: they run, are skipped with what is missing, or fail under CI.
import { existsSync } from 'node:fs';
import { describe, it } from 'vitest';
import systemParts from '../../scripts/system-parts.json' with { type: 'json' };
import { currentTier } from '../tiers.ts';

type Part =
  | 'mapserver'
  | 'mapproxy'
  | 'mapcache'
  | 'twms'
  | 'pywps'
  | 'owslib'
  | 'gdal'
  | 'rdflib'
  | 'metasearch'
  | 'qgis'
  | 'chromium'
  | 'openlayers2'
  | 'postgis'
  | 'redis';

/**
 * Describes a suite that needs system parts. Several are given joined with a plus: `mapserver+owslib`. The fast tier has
 * no such suites: a file that holds nothing else belongs in the list of test/tiers.ts.
 */
export function describeWith(parts: Part | `${Part}+${Part}`, suite: () => void): void {
  if (currentTier() === 'fast') return;
  const missing = systemParts.filter((part) => parts.split('+').includes(part.name) && !existsSync(part.file));
  if (missing.length === 0) {
    describe(parts, suite);
    return;
  }
  const names = missing.map((part) => part.name).join(' and ');
  const packages = missing.flatMap((part) => part.packages).join(' ');
  const reason = `needs ${names} (apt-get install ${packages})`;
  if (process.env.CI === 'true') {
    describe(parts, () => {
      it('is installed', () => {
        throw new Error(`under CI nothing may be skipped, and this ${reason}`);
      });
    });
    return;
  }
  describe.skip(`${parts} – skipped: ${reason}`, suite);
}
