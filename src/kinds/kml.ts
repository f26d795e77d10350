// Keyhole Markup Language, versions 2.0 to 2.3.
import { joinedDocument, restOfText } from '../base/document/joined-document.ts';
import { ProblemTally } from '../describe/problem-tally.ts';
import type { ResourceKind } from '../model/kind.ts';
import { checkFile, describeFile, fileIdentity, probeFile, suspectFile, textHeadBytes } from './files/file-kind.ts';
import { describeKml, readKmlVersion } from './files/vector/kml.ts';
import { readKml } from './files/vector/kml-reader.ts';

export const kml: ResourceKind = {
  id: 'kml',
  title: 'KML',
  family: 'file',
  specification: 'OGC 12-007r2 (KML 2.3), 07-147r2 (2.2)',
  tier: 1,
  forms: ['xml'],
  dataset: 'folder, overlay or network link',
  suspect: (link) =>
    Math.max(suspectFile(link, { '.kml': 0.95 }), /[?&](?:f|format|outputformat)=kml\b/i.test(link.url) ? 0.5 : 0),
  probe: (url) => probeFile(url, textHeadBytes),
  identify: (document) => {
    const version = readKmlVersion(joinedDocument(document));
    return version === null ? [] : fileIdentity('kml', document, version === '' ? null : version);
  },
  describe: (document) => {
    const tally = new ProblemTally();
    const joined = joinedDocument(document);
    const parts = describeKml(joined, document.finalUrl, tally);
    const described = describeFile(document, { ...parts, formats: ['application/vnd.google-earth.kml+xml'] }, tally);
    return { ...described, problems: [...described.problems, ...readKml(joined).problems] };
  },
  more: (document) => (readKmlVersion(joinedDocument(document)) === null ? null : restOfText(document)),
  check: checkFile,
};
