// Why OWSLib reports another extent of a dataset than we do, or none.
import { isGeographic, readCrs } from '../../src/base/geo/crs.ts';
import type { Extent } from '../../src/model/extent.ts';
import type { Difference } from './compare.ts';
import { datasetElements } from './dataset-element.ts';
import { childText, type FactElement, within } from './document-facts.ts';
import type { Reason } from './reason.ts';
import { isExchanged, isNowhere } from './reasons-extent.ts';
import { isWritten, numbersOf } from './written-boxes.ts';

const peer = 'OWSLib';
const fields = ['extent'] as const;

/** Namespaces in which OWSLib looks for boxes, by label and prefix of the version. */
const boxNamespaces: readonly (readonly [kind: string, version: string, namespace: string])[] = [
  ['wms', '1.3', 'http://www.opengis.net/wms'],
  ['wfs', '1.1', 'http://www.opengis.net/ows'],
  ['wfs', '2.', 'http://www.opengis.net/ows/1.1'],
  ['wmts', '', 'http://www.opengis.net/ows/1.1'],
  ['wcs', '1.1.0', 'http://www.opengis.net/ows'],
  ['wcs', '1.1', 'http://www.opengis.net/ows/1.1'],
  ['csw-records', '2.', 'http://www.opengis.net/ows'],
];

export const owslibExtentReasons: readonly Reason[] = [
  {
    id: 'owslib-wfs-1.0',
    peer,
    fields,
    because:
      "OWSLib takes LatLongBoundingBox for coordinates of the type's own system, and converts two corners only. We read degrees as degrees and convert the whole edge of the rest.",
    holds: (difference) =>
      difference.row.kind === 'wfs' &&
      difference.theirs?.extent != null &&
      datasetElements(difference).some((type) => {
        const crs = readCrs(childText(type, 'SRS'));
        const boxes = within(type, 'LatLongBoundingBox');
        if (crs === null || isGeographic(crs) || boxes.length === 0) return false;
        const isLeftOut = difference.ours?.extent === null && boxes.every((box) => isNowhere(numbersOf(box)));
        return isLeftOut || isWritten(difference);
      }),
  },
  {
    id: 'owslib-box-namespace',
    peer,
    fields,
    because: 'The box is in another namespace than the one OWSLib looks in for this version.',
    holds: (difference) => {
      const { kind, version } = difference.row;
      const known = boxNamespaces.find(([label, start]) => label === kind && (version ?? '').startsWith(start));
      const boxes = boxesOf(difference, ['WGS84BoundingBox', 'BoundingBox', 'EX_GeographicBoundingBox']);
      const isElsewhere = boxes.length > 0 && boxes.every(({ namespace }) => namespace !== known?.[2]);
      return isLost(difference) && known !== undefined && isElsewhere;
    },
  },
  {
    id: 'owslib-wcs-2',
    peer,
    fields,
    because: 'Of WCS 2.0 OWSLib reads the box of 1.0 (lonLatEnvelope), which is not there.',
    holds: (difference) =>
      difference.row.kind === 'wcs' &&
      difference.row.version?.startsWith('2') === true &&
      isLost(difference) &&
      boxesOf(difference, ['lonLatEnvelope']).length === 0,
  },
  {
    id: 'owslib-csw-3',
    peer,
    fields,
    because: 'OWSLib finds the box of a CSW 3.0 record in OWS 2.0 but looks for its corners in OWS 1.0.',
    holds: (difference) =>
      isLost(difference) &&
      boxesOf(difference, ['BoundingBox', 'WGS84BoundingBox']).some(({ namespace }) => namespace.endsWith('/ows/2.0')),
  },
  {
    id: 'owslib-record-box',
    peer,
    fields,
    because: 'OWSLib keeps BoundingBox and WGS84BoundingBox of a record apart, and the record has the second only.',
    holds: (difference) =>
      difference.row.kind === 'csw-records' &&
      isLost(difference) &&
      boxesOf(difference, ['BoundingBox']).length === 0 &&
      boxesOf(difference, ['WGS84BoundingBox']).length > 0,
  },
  {
    id: 'owslib-sos-axes',
    peer,
    fields,
    because:
      'OWSLib takes the first number of every envelope for the latitude; we go by the name of the system, and plain EPSG:4326 is written longitude first.',
    holds: ({ ours, theirs, ...rest }) => {
      const isTurned = ours?.extent != null && theirs?.extent != null && isExchanged(theirs.extent, ours.extent);
      const envelopes = boxesOf({ ours, theirs, ...rest }, ['Envelope', 'EnvelopeWithTimePeriod']);
      const isPlain = envelopes.some(
        ({ attributes }) => !/^(?:urn:(?:x-)?ogc:def|http)/.test(attributes.srsName ?? ''),
      );
      return rest.row.kind === 'sos' && isTurned && isPlain;
    },
  },
  {
    id: 'owslib-first-extent',
    peer,
    fields,
    because:
      'The record has several geographic elements; OWSLib takes the first that has a box or a polygon, we the union of the boxes.',
    holds: (difference) =>
      isRecord(difference) &&
      isWritten(difference) &&
      datasetElements(difference).some((record) => within(record, 'geographicElement').length > 1) &&
      isPartOf(difference.theirs?.extent ?? null, difference.ours?.extent ?? null),
  },
  {
    id: 'owslib-plain-bounds',
    peer,
    fields,
    because:
      'The bounds of the box are plain text without gco:Decimal, or in a class of a profile; OWSLib then reads none.',
    holds: (difference) =>
      isRecord(difference) && isLost(difference) && datasetElements(difference).some(hasUnusualExtent),
  },
];

/** OWSLib reports none, and ours is in the document. */
function isLost(difference: Difference): boolean {
  return difference.theirs?.extent === null && isWritten(difference);
}

function isRecord({ row }: Difference): boolean {
  return row.kind === 'iso19139' || row.kind === 'csw-records';
}

function isPartOf(part: Extent | null, whole: Extent | null): boolean {
  if (part === null || whole === null) return part === null;
  return part[0] >= whole[0] && part[1] >= whole[1] && part[2] <= whole[2] && part[3] <= whole[3];
}

function boxesOf(difference: Difference, names: readonly string[]): readonly FactElement[] {
  return datasetElements(difference).flatMap((element) => names.flatMap((name) => within(element, name)));
}

function hasUnusualExtent(record: FactElement): boolean {
  const classes = within(record, 'identificationInfo').flatMap(({ children }) => children.map(({ name }) => name));
  const isStandard = classes.every((name) => name === 'MD_DataIdentification' || name === 'SV_ServiceIdentification');
  const bounds = within(record, 'westBoundLongitude');
  return !isStandard || bounds.some((bound) => childText(bound, 'Decimal') === '');
}
