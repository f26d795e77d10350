var SERVER = 'http://snow.example/';
var names = { glaciers: 'ows/glaciers', snow: 'ows/snow-depth' };

function wmsLayer(title, path, layers) {
  return new OpenLayers.Layer.WMS(title, SERVER + path, { layers: layers, transparent: true });
}

function init() {
  var map = new OpenLayers.Map('map', { maxResolution: 'auto' });
  map.addLayer(wmsLayer('Glaciers', names.glaciers, 'towns'));
  map.addLayer(wmsLayer('Snow depth', names['snow'], 'lakes'));
  map.addLayer(wmsLayer('Avalanches', 'cgi-bin/mapserv?map=/data/avalanches.map', 'towns'));
  var huts = new OpenLayers.Layer.WMS('Huts', SERVER.concat('ows/huts'), { layers: 'towns' });
  map.addLayer(huts);
  map.addLayer(wmsLayer('Ice 1990', 'gone/ice-1990/wms', 'ice'));
  map.zoomToMaxExtent();
}
