// Titles that came with the software and say nothing about the content.
import { readPieces } from './tokens.ts';

/** A title made of these alone is a placeholder: "GeoServer Web Map Service", "This is an OGC compliant WFS". */
const emptyWords = new Set(
  `a an and arcgis by catalog compliant coverage data default deegree demo esri feature features for geo geodata geoserver
  geospatial gis image interface is layer layers map mapcache mapproxy maps mapserver my name new no none of ogc ows open
  our project public qgis root server service services sos test the this tile tiled tiles title untitled unnamed view
  viewing wcs web webservice wfs wms wmsserver wmts wps your`.split(/\s+/),
);

export function isPlaceholder(title: string): boolean {
  return readPieces(title).every(
    ({ parts, whole }) => (whole !== null && emptyWords.has(whole)) || parts.every((word) => emptyWords.has(word)),
  );
}
