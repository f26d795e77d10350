// The registry: every kind of resource there is, most specific first.
import type { ResourceKind } from '../model/kind.ts';
import { arcgisCatalog } from './esri/arcgis-catalog.ts';
import { arcgisHub } from './esri/arcgis-hub.ts';
import { arcgisLayer } from './esri/arcgis-layer.ts';
import { arcgisPortal } from './esri/arcgis-portal.ts';
import { arcgisSceneServer } from './esri/arcgis-scene-server.ts';
import {
  arcgisFeatureServer,
  arcgisGeocodeServer,
  arcgisGpServer,
  arcgisImageServer,
  arcgisMapServer,
  arcgisVectorTileServer,
} from './esri/arcgis-services.ts';
import { arcims } from './esri/arcims.ts';
import { esriJson } from './esri/esri-json.ts';
import { dem } from './files/raster/dem.ts';
import { geotiff } from './files/raster/geotiff.ts';
import { grib } from './files/raster/grib.ts';
import { hdf5 } from './files/raster/hdf5.ts';
import { jpeg2000 } from './files/raster/jpeg2000.ts';
import { las } from './files/raster/las.ts';
import { netcdf } from './files/raster/netcdf.ts';
import { zarr } from './files/raster/zarr.ts';
import { csv } from './files/vector/csv.ts';
import { dwg } from './files/vector/dwg.ts';
import { dxf } from './files/vector/dxf.ts';
import { fileGeodatabase } from './files/vector/file-geodatabase.ts';
import { flatgeobuf } from './files/vector/flatgeobuf.ts';
import { geoarrow } from './files/vector/geoarrow.ts';
import { geojson } from './files/vector/geojson.ts';
import { geojsonSeq } from './files/vector/geojson-seq.ts';
import { geopackage } from './files/vector/geopackage.ts';
import { geoparquet } from './files/vector/geoparquet.ts';
import { georss } from './files/vector/georss.ts';
import { gml } from './files/vector/gml.ts';
import { gpx } from './files/vector/gpx.ts';
import { kml } from './files/vector/kml.ts';
import { kmz } from './files/vector/kmz.ts';
import { shapefile } from './files/vector/shapefile.ts';
import { spatialite } from './files/vector/spatialite.ts';
import { topojson } from './files/vector/topojson.ts';
import { atom } from './metadata/atom.ts';
import { dcat } from './metadata/dcat.ts';
import { fgdc } from './metadata/fgdc.ts';
import { iso19139 } from './metadata/iso19139.ts';
import { oaiPmh } from './metadata/oai-pmh.ts';
import { opensearch } from './metadata/opensearch.ts';
import { schemaOrg } from './metadata/schema-org.ts';
import { waf } from './metadata/waf.ts';
import { csw } from './ogc/csw/csw.ts';
import { cswRecords } from './ogc/csw/csw-records.ts';
import { sensorthings } from './ogc/sensorthings/sensorthings.ts';
import { sos } from './ogc/sos/sos.ts';
import { wcps } from './ogc/wcs/wcps.ts';
import { wcs } from './ogc/wcs/wcs.ts';
import { wfs } from './ogc/wfs/wfs.ts';
import { wms } from './ogc/wms/wms.ts';
import { wmsC } from './ogc/wms/wms-c.ts';
import { wmts } from './ogc/wmts/wmts.ts';
import { wps } from './ogc/wps/wps.ts';
import { ogcApiKinds } from './ogc-api/ogc-api-kinds.ts';
import { ckan } from './portals/ckan.ts';
import { geonetwork } from './portals/geonetwork.ts';
import { geonode } from './portals/geonode.ts';
import { opendatasoft } from './portals/opendatasoft.ts';
import { socrata } from './portals/socrata.ts';
import { udata } from './portals/udata.ts';
import { erddap } from './science/erddap.ts';
import { hyrax } from './science/hyrax.ts';
import { opendap } from './science/opendap.ts';
import { thredds } from './science/thredds.ts';
import { wis2 } from './science/wis2.ts';
import { openeo } from './stac/openeo.ts';
import { stacApi } from './stac/stac-api.ts';
import { stacCatalog, stacCollection, stacItem } from './stac/stac-file.ts';
import { tiles3d } from './tiles/3d-tiles.ts';
import { i3s } from './tiles/i3s.ts';
import { maplibreStyle } from './tiles/maplibre-style.ts';
import { mbtiles } from './tiles/mbtiles.ts';
import { pmtiles } from './tiles/pmtiles.ts';
import { tilejson } from './tiles/tilejson.ts';
import { tms } from './tiles/tms.ts';
import { xyz } from './tiles/xyz.ts';
import { geonetworkUi } from './viewers/geonetwork-ui.ts';
import { lizmap } from './viewers/lizmap.ts';
import { mapstore } from './viewers/mapstore.ts';
import { masterportal } from './viewers/masterportal.ts';
import { mviewer } from './viewers/mviewer.ts';
import { qwc2 } from './viewers/qwc2.ts';
import { terria } from './viewers/terria.ts';
import { openapi } from './web-services/openapi.ts';
import { wadl } from './web-services/wadl.ts';
import { wsdl } from './web-services/wsdl.ts';

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
  ...ogcApiKinds,
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
