var map = L.map('map').setView(config.start.center, config.start.zoom);
config.overlays.forEach(function (overlay) {
  L.tileLayer.wms(overlay.url, { layers: overlay.layers }).addTo(map);
});
