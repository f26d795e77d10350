var config = {
  start: { center: [54, 8], zoom: 6 },
  help: 'https://help.coast.example/atlas',
  base: 'http://wms.coast.example',
  overlays: [
    { title: 'Tides', path: '/ows/tides', layers: 'towns', type: 'wms', url: 'http://wms.coast.example/ows/tides' },
    { title: 'Wrecks', layers: 'lakes', type: 'wms', url: 'http://wms.coast.example/ows/wrecks' },
    { title: 'Bathing water', layers: 'towns', type: 'wms', url: 'http://wms.coast.example/cgi-bin/mapserv?map=/data/bathing.map' },
    { title: 'Birds', layers: 'towns', type: 'wms', url: 'http://wms.coast.example/ows/birds' },
  ],
};
