# Reads documents with OWSLib, for owslib-reader.ts: JSON lines of {path, kind, version} come in, and for each one
# {title, layers: [[name, title, extent]]} goes out, or {error, missed}. A title of null means there is no such notion. It opens no connection.
import io
import json
import math
import re
import signal
import socket
import sys
import warnings

warnings.filterwarnings('ignore')


def refuse(*_arguments, **_options):
    raise OSError('no connection may be opened here')


socket.socket.connect = refuse
socket.create_connection = refuse
socket.getaddrinfo = refuse

from owslib.catalogue import csw2, csw3  # noqa: E402
from owslib.etree import etree  # noqa: E402
from owslib.iso import MD_Metadata  # noqa: E402
from owslib.namespaces import Namespaces  # noqa: E402
from owslib.sos import SensorObservationService  # noqa: E402
from owslib.tms import TileMap, TileMapService  # noqa: E402
from owslib.wcs import WebCoverageService  # noqa: E402
from owslib.wfs import WebFeatureService  # noqa: E402
from owslib.wms import WebMapService  # noqa: E402
from owslib.wmts import WebMapTileService  # noqa: E402
from owslib.wps import WebProcessingService  # noqa: E402


# Notes the last element or text that was looked for in vain: most errors of OWSLib come from one.
class NotingElement(etree.ElementBase):
    missed = None

    def find(self, path, namespaces=None):
        found = super().find(path, namespaces)
        if found is None:
            NotingElement.missed = {'inside': self.tag, 'path': path}
        return found

    @property
    def text(self):
        text = etree.ElementBase.text.__get__(self)
        if text is None:
            NotingElement.missed = {'inside': self.tag, 'path': 'text()'}
        return text


PARSER = etree.XMLParser(resolve_entities=False)
PARSER.set_element_class_lookup(etree.ElementDefaultClassLookup(element=NotingElement))
etree.set_default_parser(PARSER)

ADDRESS = 'http://127.0.0.1:9/'
SECONDS = int(sys.argv[1])


def numbers(box):
    if box is None or any(value is None for value in box[:4]):
        return None
    # JSON has neither infinity nor NaN.
    return [value if math.isfinite(value) else str(value) for value in map(float, box[:4])]


def contents(service):
    # The dictionary keeps the last of several datasets with one name.
    layers = [[name, item.title, numbers(getattr(item, 'boundingBoxWGS84', None))] for name, item in service.contents.items()]
    identification = getattr(service, 'identification', None)
    return {'title': getattr(identification, 'title', None) or '', 'layers': layers}


def implemented(service):
    if service is None:
        raise NotImplementedError('the factory knows no such version')
    return service


# Of the two WMS readers the one for the document's element names: 1.3.0 or all before.
def read_wms(xml, version):
    return contents(WebMapService(ADDRESS, version='1.3.0' if version.startswith('1.3') else '1.1.1', xml=xml))


# The nearest version OWSLib has a reader for: '2.0.2' is read as 2.0.0.
def nearest(version, known):
    return next((one for one in known if one[:3] == version[:3]), version)


def read_wfs(xml, version):
    known = nearest(version, ['1.0.0', '1.1.0', '2.0.0'])
    return contents(implemented(WebFeatureService(ADDRESS, version=known, xml=xml)))


def read_wcs(xml, version):
    known = version if version == '1.1.0' or version == '2.0.0' else nearest(version, ['1.0.0', '1.1.1', '2.0.1'])
    return contents(implemented(WebCoverageService(ADDRESS, version=known, xml=xml)))


def read_wmts(xml, _version):
    return contents(WebMapTileService(ADDRESS, xml=xml))


def read_tms(xml, _version):
    # Text is asked for, and then refused where it declares an encoding.
    text = re.sub(r'<\?xml[^>]*\?>', '', xml.decode())
    if etree.fromstring(text).tag == 'TileMap':
        one = TileMap(xml=text)
        return {'title': one.title, 'layers': [[one.title, one.title, None]]}
    service = TileMapService(ADDRESS, xml=text)
    # Anything beyond the title would be fetched.
    layers = [[name, item.title, None] for name, item in service.contents.items()]
    return {'title': service.identification.title or '', 'layers': layers}


def read_wps(xml, version):
    service = WebProcessingService(ADDRESS, version=version, skip_caps=True)
    service.getcapabilities(xml=xml)
    layers = [[process.identifier, process.title, None] for process in service.processes]
    return {'title': getattr(service.identification, 'title', None) or '', 'layers': layers}


# OWSLib takes the first number of a corner for the latitude, whatever the system.
def read_sos(xml, version):
    service = implemented(SensorObservationService(ADDRESS, version=version, xml=xml))
    layers = [[item.id, item.name, numbers(item.bbox)] for item in service.offerings]
    return {'title': service.identification.title or '', 'layers': layers}


def catalog(xml, version):
    base = csw3 if version.startswith('3') else csw2

    class Saved(base.CatalogueServiceWeb):
        def _invoke(self):
            self._exml = etree.parse(io.BytesIO(xml))

    return Saved


def read_csw(xml, version):
    service = catalog(xml, version)(ADDRESS)
    return {'title': getattr(service.identification, 'title', None) or '', 'layers': []}


def record_box(box):
    return None if box is None else numbers([box.minx, box.miny, box.maxx, box.maxy])


# A user of OWSLib says which schema and which set of elements was asked for: each is tried, as many as the answer holds.
def read_csw_records(xml, version):
    service = catalog(xml, version)(ADDRESS, skip_caps=True)
    service._invoke()
    service.records = {}
    for elements in ('full', 'summary', 'brief'):
        service._parserecords(None, elements)
    for schema in ('gmd', 'fgdc', 'dif'):
        service._parserecords(Namespaces().get_namespace(schema), 'full')
    return {'title': None, 'layers': [record_row(record) for record in service.records.values()]}


def record_row(record):
    if isinstance(record, MD_Metadata):
        return iso_row(record)
    return [getattr(record, 'identifier', None), getattr(record, 'title', None), record_box(getattr(record, 'bbox', None))]


def iso_row(record):
    identification = record.identification
    box = None if identification is None else getattr(identification, 'bbox', None)
    return [record.identifier, getattr(identification, 'title', None), record_box(box)]


def read_iso19139(xml, _version):
    row = iso_row(MD_Metadata(etree.fromstring(xml)))
    return {'title': None, 'layers': [row]}


READERS = {
    'wms': read_wms,
    'wfs': read_wfs,
    'wcs': read_wcs,
    'wmts': read_wmts,
    'tms': read_tms,
    'wps': read_wps,
    'sos': read_sos,
    'csw': read_csw,
    'csw-records': read_csw_records,
    'iso19139': read_iso19139,
}


class TookTooLong(Exception):
    pass


def stop(_signal, _frame):
    raise TookTooLong('over %d s' % SECONDS)


def read(task):
    signal.alarm(SECONDS)
    NotingElement.missed = None
    try:
        with open(task['path'], 'rb') as file:
            return READERS[task['kind']](file.read(), task['version'] or '')
    except Exception as error:  # whatever OWSLib raises is its answer
        return {'error': '%s: %s' % (type(error).__name__, str(error)[:300]), 'missed': NotingElement.missed}
    finally:
        signal.alarm(0)


signal.signal(signal.SIGALRM, stop)
for line in sys.stdin:
    print(json.dumps(read(json.loads(line))), flush=True)
