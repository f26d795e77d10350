// Builds the zoning map. The address of the service stands only here.
const server = 'http://gis.ridgecounty.example/arcgis/services/';
const service = server + 'Zoning/MapServer/WMSServer';
document.getElementById('viewer').dataset.service = service;
