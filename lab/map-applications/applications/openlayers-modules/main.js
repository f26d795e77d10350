import ImageLayer from 'ol/layer/Image.js';
import TileLayer from 'ol/layer/Tile.js';
import Map from 'ol/Map.js';
import ImageWMS from 'ol/source/ImageWMS.js';
import TileWMS from 'ol/source/TileWMS.js';
import View from 'ol/View.js';

const server = 'http://geo.forest.example';
const services = {
  stands: `${server}/ows/forest-stands`,
  storms: `${server}/ows/storm-damage`,
  fire: server + '/cgi-bin/mapserv?map=' + '/data/fire-risk.map',
};

/** Documentation: https://docs.forest.example/viewer, source: https://code.forest.example/viewer */
function overlay(url, layers) {
  return new ImageLayer({ source: new ImageWMS({ url, params: { LAYERS: layers } }) });
}

const trails = new TileLayer({
  source: new TileWMS({ url: [server, 'ows', 'trails'].join('/'), params: { LAYERS: 'towns' } }),
});

new Map({
  target: 'map',
  layers: [overlay(services.stands, 'towns'), overlay(services.storms, 'lakes'), overlay(services.fire, 'towns'), trails],
  view: new View({ center: [0, 0], zoom: 4 }),
});
