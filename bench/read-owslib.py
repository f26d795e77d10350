# OWSLib on one document, in a process of its own; bench/read.ts starts it as it does read-child.ts.
import json
import re
import sys
import time
import warnings

warnings.filterwarnings('ignore')

from owslib.csw import CatalogueServiceWeb  # noqa: E402
from owslib.etree import etree  # noqa: E402
from owslib.wcs import WebCoverageService  # noqa: E402
from owslib.wfs import WebFeatureService  # noqa: E402
from owslib.wms import WebMapService  # noqa: E402
from owslib.wmts import WebMapTileService  # noqa: E402

ADDRESS = 'http://127.0.0.1:9/'
KIND, FILE, SECONDS = sys.argv[1], sys.argv[2], float(sys.argv[3])


def contents(service):
    return [(item.id, item.title, item.boundingBoxWGS84) for item in service.contents.values()]


def read_records(xml):
    service = CatalogueServiceWeb(ADDRESS, skip_caps=True)
    service._exml = etree.ElementTree(etree.fromstring(xml))
    service.records = {}
    service._parserecords(None, 'full')
    return [(one.identifier, one.title, one.bbox and (one.bbox.minx, one.bbox.miny, one.bbox.maxx, one.bbox.maxy))
            for one in service.records.values()]


# High-water mark of this program; the one of getrusage is inherited from the process that started it.
def peak_mb():
    with open('/proc/self/status') as status:
        return int(re.search(r'VmHWM:\s+(\d+) kB', status.read()).group(1)) / 1024


READERS = {
    'wms': lambda xml: contents(WebMapService(ADDRESS, version='1.3.0', xml=xml)),
    'wfs': lambda xml: contents(WebFeatureService(ADDRESS, version='2.0.0', xml=xml)),
    'wmts': lambda xml: contents(WebMapTileService(ADDRESS, xml=xml)),
    'wcs': lambda xml: contents(WebCoverageService(ADDRESS, version='1.1.1', xml=xml)),
    'csw-records': read_records,
}

with open(FILE, 'rb') as file:
    xml = file.read()
read = READERS[KIND]
baseline = peak_mb()
started, cpu_before, times = time.perf_counter(), time.process_time(), 0
while times == 0 or time.perf_counter() - started < SECONDS:
    rows = read(xml)
    times += 1
wall, cpu = time.perf_counter() - started, time.process_time() - cpu_before
checksum = sum(float(side) for row in rows for side in row[2] or ())
print(json.dumps({'times': times, 'wall': wall, 'cpu': cpu, 'datasets': len(rows), 'checksum': checksum,
                  'baselineMb': baseline, 'peakMb': peak_mb()}))
