# rdflib reads a JSON-LD document from stdin and prints what it understood of it.
import json
import sys

from rdflib import Graph, Namespace
from rdflib.namespace import RDF

dcat = Namespace('http://www.w3.org/ns/dcat#')
dct = Namespace('http://purl.org/dc/terms/')
graph = Graph()
graph.parse(data=sys.stdin.read(), format='json-ld')
found = {}
for kind in ('DataService', 'Dataset'):
    for node in graph.subjects(RDF.type, dcat[kind]):
        place = graph.value(graph.value(node, dct.spatial), dcat.bbox)
        address = graph.value(node, dcat.endpointURL)
        if address is None:
            address = graph.value(graph.value(node, dcat.distribution), dcat.downloadURL)
        found[str(graph.value(node, dct.identifier))] = [
            kind, str(graph.value(node, dct.title)), str(address), place is not None and str(place.datatype)]
catalog = next(graph.subjects(RDF.type, dcat.Catalog), None)
listed = len(list(graph.objects(catalog, dcat.service))) + len(list(graph.objects(catalog, dcat.dataset)))
print(json.dumps({'triples': len(graph), 'listed': listed, 'found': found}))
