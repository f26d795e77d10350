# Queries an API with OWSLib, as a script would: one line of JSON per query read from stdin.
# A question: {"api": "records" | "csw", "url": ..., "words": ..., "box": [w, s, e, n] or null}
import json
import sys
import warnings

warnings.simplefilter('ignore')


def records(url, words, box):
    from owslib.ogcapi.records import Records
    catalog = Records(url)
    given = {'limit': 7}
    if words:
        given['q'] = words
    if box:
        given['bbox'] = box
    found, page = [], None
    while page is None or page['numberReturned'] > 0 and len(found) < page['numberMatched']:
        page = catalog.collection_items('services', offset=len(found), **given)
        found += [feature['id'] for feature in page['features']]
    record = catalog.collection_item('services', found[0]) if found else None
    return {
        'matched': page['numberMatched'],
        'ids': found,
        'opened': record and [record['id'], record['properties']['title']],
        'collections': catalog.records(),
        'queryables': sorted(catalog.collection_queryables('services')['properties']),
        'filtered': catalog.collection_items('services', filter="kind = 'wms'", limit=1)['numberMatched'],
        'posted': catalog.collection_items(
            'services', cql={'op': '=', 'args': [{'property': 'kind'}, 'wms']}, limit=1)['numberMatched'],
    }


def csw(url, words, box):
    from owslib import fes
    from owslib.csw import CatalogueServiceWeb
    catalog = CatalogueServiceWeb(url)
    constraints = []
    if words:
        constraints.append(fes.PropertyIsLike('csw:AnyText', words))
    if box:
        # As QGIS sends it: latitude first.
        constraints.append(fes.BBox([box[1], box[0], box[3], box[2]], crs='urn:ogc:def:crs:EPSG::4326'))
    if len(constraints) > 1:
        constraints = [constraints]
    found, boxes, start = [], {}, 1
    while start != 0:
        catalog.getrecords2(constraints=constraints, esn='full', maxrecords=7, startposition=start)
        for key, record in catalog.records.items():
            found.append(key)
            if record.bbox is not None:
                boxes[key] = [float(x) for x in (record.bbox.minx, record.bbox.miny, record.bbox.maxx, record.bbox.maxy)]
        start = catalog.results['nextrecord']
    matched = catalog.results['matches']
    opened = iso = None
    if found:
        catalog.getrecordbyid(found[:1])
        record = catalog.records[found[0]]
        opened = [record.identifier, record.title, [link['scheme'] for link in record.references]]
        catalog.getrecordbyid(found[:1], outputschema='http://www.isotc211.org/2005/gmd')
        record = catalog.records[found[0]]
        info = record.identificationinfo[0]
        iso = [record.identifier, info.title, [link.protocol for link in record.distribution.online]]
    catalog.describerecord()
    catalog.getdomain('GetRecords.resultType')
    return {'matched': matched, 'ids': found, 'boxes': boxes, 'opened': opened, 'iso': iso, 'domain': catalog.results['values']}


for line in sys.stdin:
    question = json.loads(line)
    ask = {'records': records, 'csw': csw}[question['api']]
    print(json.dumps(ask(question['url'], question['words'], question['box'])), flush=True)
