// The registry: every kind of resource there is, most specific first.
import type { ResourceKind } from '../model/kind.ts';
import { tiles3d } from './3d-tiles.ts';
import { arcgisCatalog } from './arcgis-catalog.ts';
import { arcgisFeatureServer } from './arcgis-feature-server.ts';
import { arcgisGeocodeServer } from './arcgis-geocode-server.ts';
import { arcgisGpServer } from './arcgis-gp-server.ts';
import { arcgisHub } from './arcgis-hub.ts';
import { arcgisImageServer } from './arcgis-image-server.ts';
import { arcgisLayer } from './arcgis-layer.ts';
import { arcgisMapServer } from './arcgis-map-server.ts';
import { arcgisPortal } from './arcgis-portal.ts';
import { arcgisSceneServer } from './arcgis-scene-server.ts';
import { arcgisVectorTileServer } from './arcgis-vector-tile-server.ts';
import { arcims } from './arcims.ts';
import { atom } from './atom.ts';
import { ckan } from './ckan.ts';
import { csv } from './csv.ts';
import { csw } from './csw.ts';
import { cswRecords } from './csw-records.ts';
import { dcat } from './dcat.ts';
import { dem } from './dem.ts';
import { dwg } from './dwg.ts';
import { dxf } from './dxf.ts';
import { erddap } from './erddap.ts';
import { esriJson } from './esri-json.ts';
import { fgdc } from './fgdc.ts';
import { fileGeodatabase } from './file-geodatabase.ts';
import { flatgeobuf } from './flatgeobuf.ts';
import { geoarrow } from './geoarrow.ts';
import { geojson } from './geojson.ts';
import { geojsonSeq } from './geojson-seq.ts';
import { geonetwork } from './geonetwork.ts';
import { geonetworkUi } from './geonetwork-ui.ts';
import { geonode } from './geonode.ts';
import { geopackage } from './geopackage.ts';
import { geoparquet } from './geoparquet.ts';
import { georss } from './georss.ts';
import { geotiff } from './geotiff.ts';
import { gml } from './gml.ts';
import { gpx } from './gpx.ts';
import { grib } from './grib.ts';
import { hdf5 } from './hdf5.ts';
import { hyrax } from './hyrax.ts';
import { i3s } from './i3s.ts';
import { iso19139 } from './iso19139.ts';
import { jpeg2000 } from './jpeg2000.ts';
import { kml } from './kml.ts';
import { kmz } from './kmz.ts';
import { las } from './las.ts';
import { lizmap } from './lizmap.ts';
import { maplibreStyle } from './maplibre-style.ts';
import { mapstore } from './mapstore.ts';
import { masterportal } from './masterportal.ts';
import { mbtiles } from './mbtiles.ts';
import { mviewer } from './mviewer.ts';
import { netcdf } from './netcdf.ts';
import { oaiPmh } from './oai-pmh.ts';
import { ogcApiConnectedSystems } from './ogc-api-connected-systems.ts';
import { ogcApiCoverages } from './ogc-api-coverages.ts';
import { ogcApiEdr } from './ogc-api-edr.ts';
import { ogcApiFeatures } from './ogc-api-features.ts';
import { ogcApiMaps } from './ogc-api-maps.ts';
import { ogcApiProcesses } from './ogc-api-processes.ts';
import { ogcApiRecords } from './ogc-api-records.ts';
import { ogcApiStyles } from './ogc-api-styles.ts';
import { ogcApiTiles } from './ogc-api-tiles.ts';
import { openapi } from './openapi.ts';
import { opendap } from './opendap.ts';
import { opendatasoft } from './opendatasoft.ts';
import { openeo } from './openeo.ts';
import { opensearch } from './opensearch.ts';
import { pmtiles } from './pmtiles.ts';
import { qwc2 } from './qwc2.ts';
import { schemaOrg } from './schema-org.ts';
import { sensorthings } from './sensorthings.ts';
import { shapefile } from './shapefile.ts';
import { socrata } from './socrata.ts';
import { sos } from './sos.ts';
import { spatialite } from './spatialite.ts';
import { stacApi } from './stac-api.ts';
import { stacCatalog } from './stac-catalog.ts';
import { stacCollection } from './stac-collection.ts';
import { stacItem } from './stac-item.ts';
import { terria } from './terria.ts';
import { thredds } from './thredds.ts';
import { tilejson } from './tilejson.ts';
import { tms } from './tms.ts';
import { topojson } from './topojson.ts';
import { udata } from './udata.ts';
import { wadl } from './wadl.ts';
import { waf } from './waf.ts';
import { wcps } from './wcps.ts';
import { wcs } from './wcs.ts';
import { wfs } from './wfs.ts';
import { wis2 } from './wis2.ts';
import { wms } from './wms.ts';
import { wmsC } from './wms-c.ts';
import { wmts } from './wmts.ts';
import { wps } from './wps.ts';
import { wsdl } from './wsdl.ts';
import { xyz } from './xyz.ts';
import { zarr } from './zarr.ts';

export const kinds: readonly ResourceKind[] = [
  wmsC,
  wms,
  wfs,
  wcs,
  wcps,
  wmts,
  wps,
  sos,
  csw,
  tms,
  openeo,
  stacApi,
  stacCollection,
  stacCatalog,
  stacItem,
  sensorthings,
  arcgisHub,
  arcgisPortal,
  arcgisSceneServer,
  arcgisVectorTileServer,
  arcgisImageServer,
  arcgisGpServer,
  arcgisGeocodeServer,
  arcgisMapServer,
  arcgisFeatureServer,
  arcgisLayer,
  arcgisCatalog,
  esriJson,
  arcims,
  cswRecords,
  iso19139,
  fgdc,
  oaiPmh,
  hyrax,
  thredds,
  opendap,
  erddap,
  atom,
  ckan,
  socrata,
  opendatasoft,
  udata,
  geonode,
  geonetwork,
  geonetworkUi,
  qwc2,
  terria,
  masterportal,
  mviewer,
  mapstore,
  lizmap,
  dcat,
  wis2,
  waf,
  schemaOrg,
  i3s,
  tiles3d,
  maplibreStyle,
  tilejson,
  ogcApiFeatures,
  ogcApiRecords,
  ogcApiTiles,
  ogcApiMaps,
  ogcApiCoverages,
  ogcApiEdr,
  ogcApiProcesses,
  ogcApiStyles,
  ogcApiConnectedSystems,
  xyz,
  opensearch,
  wsdl,
  wadl,
  openapi,
  kmz,
  shapefile,
  fileGeodatabase,
  geotiff,
  jpeg2000,
  geopackage,
  mbtiles,
  spatialite,
  pmtiles,
  flatgeobuf,
  geoparquet,
  geoarrow,
  netcdf,
  hdf5,
  grib,
  las,
  kml,
  gpx,
  georss,
  gml,
  zarr,
  topojson,
  geojsonSeq,
  geojson,
  dxf,
  dwg,
  dem,
  csv,
];
