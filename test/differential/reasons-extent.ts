// Why two readers report different extents for one dataset: reasons in the document, and ogc-client's.
import type { Extent } from '../../src/model/extent.ts';
import type { Difference } from './compare.ts';
import { datasetElements } from './dataset-element.ts';
import { type FactElement, within } from './document-facts.ts';
import type { Reason } from './reason.ts';
import { chainsOf, hasGeographicBox, hasOnlyNamedBoxes, isWritten, near, numbersOf } from './written-boxes.ts';

const fields = ['extent'] as const;

export const extentReasons: readonly Reason[] = [
  {
    id: 'nowhere-on-earth',
    peer: null,
    fields,
    because:
      "The numbers aren't degrees: meters, placeholders, nothing or infinity. The peer passes them on, we leave the extent out.",
    holds: ({ ours, theirs }) => ours?.extent === null && theirs?.extent != null && isNowhere(theirs.extent),
  },
  {
    id: 'other-box',
    peer: null,
    fields,
    because:
      "The box that should be in degrees is not; the peer passes it on, we take another box of the dataset, convert it, or inherit the group's.",
    holds: (difference) => {
      const told = difference.theirs?.extent;
      return told?.every(Number.isFinite) === true && isNowhere(told) && isWritten(difference);
    },
  },
  {
    id: 'put-right',
    peer: null,
    fields,
    because:
      'The box goes beyond ±180 or ±90, or has its corners or axes exchanged; the peer passes it on, we put it right and say so.',
    holds: ({ ours, theirs }) =>
      ours?.extent != null && theirs?.extent != null && isPutRight(theirs.extent, ours.extent),
  },
  {
    id: 'own-box-first',
    peer: null,
    fields,
    because:
      "The dataset has a box of its own in a named system and none in degrees; the peer takes the group's or none, we convert its own.",
    holds: (difference) => {
      const told = difference.theirs?.extent ?? null;
      const isNamed = chainsOf(difference).some((chain) => {
        const groups = chain.slice(chain.findIndex(hasBox) + 1);
        const isInherited = told === null || groups.some((group) => hasGeographicBox(group, told));
        return hasOnlyNamedBoxes(chain.find(hasBox) ?? chain[0]) && isInherited;
      });
      return /^w(?:ms|mts|cs)$/.test(difference.row.kind) && isNamed && isWritten(difference);
    },
  },
  {
    id: 'tile-map-box',
    peer: null,
    fields,
    because: 'The box of a tile map is in the system of the map; the peers leave it there, we convert it.',
    holds: ({ row, facts, theirs }) => row.kind === 'tms' && theirs?.extent === null && facts.root?.name === 'TileMap',
  },
  {
    id: 'ogc-client-one-key',
    peer: 'ogc-client',
    fields,
    because:
      'It files the box in degrees and the BoundingBox of EPSG:4326 under one key, where the latter wins, right or wrong.',
    holds: (difference) =>
      difference.row.kind === 'wms' &&
      isWritten(difference) &&
      chainsOf(difference).some((chain) => chain.some((layer) => hasRivalBox(layer, difference))),
  },
  {
    id: 'ogc-client-no-inheritance',
    peer: 'ogc-client',
    fields,
    because: "A layer with any BoundingBox of its own, usable or not, does not get the group's; with us it does.",
    holds: (difference) =>
      difference.theirs?.extent === null &&
      chainsOf(difference).some(
        ([own, ...groups]) =>
          own.children.some(({ name }) => name === 'BoundingBox') &&
          groups.some((group) => hasGeographicBox(group, difference.ours?.extent ?? null)),
      ),
  },
  {
    id: 'ogc-client-split',
    peer: 'ogc-client',
    fields,
    because: 'It splits corners at every single space; two spaces or a line end give no number.',
    holds: (difference) =>
      difference.theirs?.extent?.some(Number.isNaN) === true &&
      isWritten(difference) &&
      datasetElements(difference).some((element) => cornerTexts(element).some((text) => /\s\s|[\t\r\n]/.test(text))),
  },
  {
    id: 'ogc-client-bbox',
    peer: 'ogc-client',
    fields,
    because:
      "bbox is one box instead of a list of boxes, or stands elsewhere, as in drafts of OGC API; it looks in the standard's place only.",
    holds: ({ facts, theirs }) =>
      theirs?.extent === null && /"bbox"\s*:\s*\[\s*-?[\d"]|"(?:spatial|extent)"\s*:\s*\[/.test(facts.text),
  },
];

/** Four numbers that can't be degrees in any order. */
export function isNowhere(extent: Extent): boolean {
  const [west, south, east, north] = extent;
  if (!extent.every(Number.isFinite) || extent.every((value) => value === west)) return true;
  if (extent.some((value) => Math.abs(value) === 9999 || Math.abs(value) === 999)) return true;
  const isBeyondPole = Math.min(south, north) > 90 || Math.max(south, north) < -90;
  const highestLongitude = Math.max(Math.abs(west), Math.abs(east));
  const isFar = Math.max(Math.abs(south), Math.abs(north)) > 180.5 || highestLongitude > 360.5;
  // One latitude far beyond a pole: the border of the box is unknown.
  const isStray = [south, north].filter((latitude) => Math.abs(latitude) > 95).length === 1;
  return isFar || (isBeyondPole && highestLongitude > 90) || (isStray && Math.abs(east - west) < 350);
}

/** `right` is `wrong` with axes or corners swapped, wrapped or clamped to the globe; and `wrong` needs it. */
function isPutRight(wrong: Extent, right: Extent): boolean {
  const [west, south, east, north] = wrong;
  const isOrdered = west <= east && south <= north;
  if (isOrdered && west >= -180 && east <= 180 && south >= -90 && north <= 90) return false;
  return [wrong, [south, west, north, east] as const].some(([x1, y1, x2, y2]) => {
    const [low, high] = [Math.max(-90, Math.min(y1, y2)), Math.min(90, Math.max(y1, y2))];
    return near(low, right[1]) && near(high, right[3]) && haveSameLongitudes([x1, x2], [right[0], right[2]]);
  });
}

function haveSameLongitudes(wrong: readonly [number, number], right: readonly [number, number]): boolean {
  const [west, east] = [Math.min(...wrong), Math.max(...wrong)];
  if (east - west >= 360 - 1e-6) return right[0] === -180 && right[1] === 180;
  const turned = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
  const cut = (degrees: number) => Math.max(-180, Math.min(180, degrees));
  const transforms = [(degrees: number) => degrees, turned, cut];
  return transforms.some((transform) => near(transform(west), right[0]) && near(transform(east), right[1]));
}

export function isExchanged([a, b, c, d]: Extent, [west, south, east, north]: Extent): boolean {
  return near(a, south) && near(b, west) && near(c, north) && near(d, east);
}

function hasBox({ children }: FactElement): boolean {
  return children.some(({ name }) => /BoundingBox$|^lonLatEnvelope$/.test(name));
}

/** A BoundingBox in EPSG:4326 or CRS:84 with the peer's numbers. */
function hasRivalBox({ children }: FactElement, { theirs }: Difference): boolean {
  const told = theirs?.extent;
  if (told == null) return false;
  return children.some((box) => {
    const crs = box.attributes.CRS ?? box.attributes.SRS ?? '';
    if (box.name !== 'BoundingBox' || !/^(?:EPSG:4326|CRS:84)$/.test(crs)) return false;
    const numbers = numbersOf(box);
    return numbers.every((value, index) => near(value, told[index]!)) || isExchanged(numbers, told);
  });
}

function cornerTexts(element: FactElement): readonly string[] {
  return ['LowerCorner', 'UpperCorner'].flatMap((name) => within(element, name)).map(({ texts }) => texts.join(''));
}
