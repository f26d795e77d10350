// A project file for QGIS Server, as little as version 3.22 takes: two vector layers and a grid over the sample data.
import { lakesExtent, sampleExtent, townsExtent } from './sample-data.ts';

interface ProjectLayer {
  /** QGIS throws away ids of ten characters or fewer and makes its own, and the layer tree then leads nowhere. */
  readonly id: string;
  readonly title: string;
  readonly type: 'vector' | 'raster';
  readonly provider: 'ogr' | 'gdal';
  readonly file: string;
  /** What QGIS reads from the data itself; for a raster it must be given. */
  readonly extent: readonly number[];
}

const layers: readonly ProjectLayer[] = [
  {
    id: 'towns_of_places',
    title: 'Towns',
    type: 'vector',
    provider: 'ogr',
    file: 'towns.geojson',
    extent: townsExtent,
  },
  {
    id: 'lakes_of_places',
    title: 'Lakes',
    type: 'vector',
    provider: 'ogr',
    file: 'lakes.geojson',
    extent: lakesExtent,
  },
  {
    id: 'heights_of_places',
    title: 'Heights',
    type: 'raster',
    provider: 'gdal',
    file: 'heights.asc',
    extent: sampleExtent,
  },
];

/**
 * The name of a system alone is not enough: without its definition boxes in other systems stay in degrees, and without
 * `ProjectionsEnabled` the box of the whole project comes in meters where degrees belong.
 */
const system = `<spatialrefsys>
        <proj4>+proj=longlat +datum=WGS84 +no_defs</proj4>
        <srsid>3452</srsid>
        <srid>4326</srid>
        <authid>EPSG:4326</authid>
        <geographicflag>true</geographicflag>
      </spatialrefsys>`;

const head = "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>";

/** A valid project without layers, as published by mistake. */
export const emptyProject = `${head}\n<qgis projectname="" version="3.22.16"><title></title></qgis>\n`;

/** What a publisher adds one day. */
const villages: ProjectLayer = { ...layers[0]!, id: 'villages_of_places', title: 'Villages' };

export function placesProject(folder: string, hasVillages = false): string {
  const shown = hasVillages ? [...layers, villages] : layers;
  return `${head}
<qgis projectname="Places of Europe" version="3.22.16">
  <title>Places of Europe</title>
  <projectCrs>${system}</projectCrs>
  <layer-tree-group>
    ${shown.map((layer) => treeLayer(layer, folder)).join('\n    ')}
  </layer-tree-group>
  <projectlayers>
    ${shown.map((layer) => mapLayer(layer, folder)).join('\n    ')}
  </projectlayers>
  <properties>
    <SpatialRefSys><ProjectionsEnabled type="int">1</ProjectionsEnabled></SpatialRefSys>
    <WMSServiceCapabilities type="bool">true</WMSServiceCapabilities>
    <WMSServiceTitle type="QString">Places of Europe</WMSServiceTitle>
    <WMSServiceAbstract type="QString">Towns and lakes, made for a test.</WMSServiceAbstract>
    <WMSKeywordList type="QStringList"><value>towns</value><value>lakes</value></WMSKeywordList>
    <WMSContactOrganization type="QString">Test bench</WMSContactOrganization>
    <WFSLayers type="QStringList">${idsOf('vector')}</WFSLayers>
    <WCSLayers type="QStringList">${idsOf('raster')}</WCSLayers>
    <WMTSLayers><Layer type="QStringList">${idsOf('vector')}</Layer></WMTSLayers>
    <WMTSPngLayers><Layer type="QStringList">${idsOf('vector')}</Layer></WMTSPngLayers>
  </properties>
</qgis>
`;
}

function idsOf(type: ProjectLayer['type']): string {
  return layers
    .filter((layer) => layer.type === type)
    .map(({ id }) => `<value>${id}</value>`)
    .join('');
}

function treeLayer({ id, title, provider, file }: ProjectLayer, folder: string): string {
  return `<layer-tree-layer id="${id}" name="${title}" providerKey="${provider}" source="${folder}/${file}" checked="Qt::Checked"/>`;
}

function mapLayer({ id, title, type, provider, file, extent }: ProjectLayer, folder: string): string {
  const [west, south, east, north] = extent;
  return `<maplayer type="${type}" hasScaleBasedVisibilityFlag="0">
      <extent><xmin>${west}</xmin><ymin>${south}</ymin><xmax>${east}</xmax><ymax>${north}</ymax></extent>
      <id>${id}</id>
      <datasource>${folder}/${file}</datasource>
      <layername>${title}</layername>
      <srs>${system}</srs>
      <provider encoding="UTF-8">${provider}</provider>
    </maplayer>`;
}
