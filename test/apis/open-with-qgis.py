# QGIS without a screen: opens layer definitions (.qlr) and an OGC API as a vector layer. Prints what it got as JSON.
# Arguments: "qlr" and files, or "oapif" and an address.
import json
import os
import sys
import tempfile

from qgis.core import QgsApplication, QgsFeatureRequest, QgsLayerDefinition, QgsRectangle, QgsVectorLayer

application = QgsApplication([], False, tempfile.mkdtemp())
application.initQgis()
what, *given = sys.argv[1:]
if what == 'qlr':
    answer = [[[layer.name(), layer.isValid()] for layer in QgsLayerDefinition.loadLayerDefinitionLayers(path)] for path in given]
else:
    layer = QgsVectorLayer("pagingEnabled='true' typename='services' url='%s'" % given[0], 'found', 'OAPIF')
    box = QgsFeatureRequest().setFilterRect(QgsRectangle(-100, -60, 100, 60))
    answer = {
        'isValid': layer.isValid(),
        'all': sorted(feature['endpoint'] for feature in layer.getFeatures()),
        'inBox': sorted(feature['endpoint'] for feature in layer.getFeatures(box)),
    }
print(json.dumps(answer), flush=True)
os._exit(0)
