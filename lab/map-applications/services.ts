// The applications and the live services each of them shows: the ground truth of the experiment.

export interface MapApplication {
  readonly name: string;
  readonly page: string;
  /** Endpoints of live services. Those under /gone/ are also in the sources, but don't respond. */
  readonly services: readonly string[];
}

function application(name: string, host: string, paths: readonly string[]): MapApplication {
  return { name, page: `http://${host}/${name}/`, services: paths.map((path) => `http://${host}/${path}`) };
}

const script = 'cgi-bin/mapserv?map=/data';

export const applications: readonly MapApplication[] = [
  application('openlayers-10', 'maps.lowlands.example', [
    ...[`${script}/river-levels.map`, 'ows/flood-zones', 'ows/gauges', 'relief/dikes'],
  ]),
  application('openlayers-modules', 'geo.forest.example', [
    ...['ows/forest-stands', 'ows/storm-damage', `${script}/fire-risk.map`, 'ows/trails'],
  ]),
  application('leaflet-variables', 'gis.town.example', [
    ...[`${script}/zoning.map`, `${script}/parcels.map`, 'ows/plans', 'ows/street-trees'],
  ]),
  application('leaflet-configured', 'wms.coast.example', [
    ...['ows/tides', 'ows/wrecks', `${script}/bathing.map`, 'ows/birds'],
  ]),
  application('openlayers-2', 'mines.example', [`${script}/claims.map`, 'ows/geology', 'ows/wells', 'ows/quakes']),
  application('openlayers-2-functions', 'snow.example', [
    ...['ows/glaciers', 'ows/snow-depth', `${script}/avalanches.map`, 'ows/huts'],
  ]),
  application('arcgis-3', 'roads.example', [
    'ows/traffic',
    'ows/bridges',
    `${script}/roadworks.map`,
    'ows/speed-limits',
  ]),
  application('leaflet-assembled', 'heritage.example', [
    ...['ows/castles', 'ows/churches', 'relief/old-roads', 'ows/mills'],
  ]),
];
