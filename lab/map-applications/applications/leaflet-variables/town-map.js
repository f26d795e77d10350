var map = L.map('map').setView([48, 11], 7);
var host = 'http://gis.town.example';
var cgi = host + '/cgi-bin/mapserv?map=/data/';

L.tileLayer.wms(cgi + 'zoning.map', { layers: 'towns', format: 'image/png', transparent: true }).addTo(map);
L.tileLayer.wms(cgi + 'parcels.map', { layers: 'lakes' }).addTo(map);

var plans = `${host}/ows/plans`;
var noise = L.tileLayer.wms(plans, { layers: 'towns' });
var trees = L.tileLayer.wms('http://gis.town.example/ows/street-trees?', { layers: 'towns', attribution: 'https://trees.example/' });
var archive = L.tileLayer.wms(host + '/gone/archive/ows', { layers: 'plans-1900' });
L.control.layers({}, { Noise: noise, Trees: trees, Archive: archive }).addTo(map);
