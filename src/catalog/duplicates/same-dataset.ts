// Decides whether two items are distributions of one dataset. Doubt means no.

import { isDistinctive } from './distinctive-terms.ts';
import { compareExtents, type ExtentAgreement, isPrecise } from './extent-agreement.ts';
import { different, type Item, type Judgment, same } from './item.ts';

export function sameDataset(a: Item, b: Item): Judgment {
  if (a.isDemo || b.isDemo) return different('sample data of the software');
  const extents = compareExtents(a.extent, b.extent);
  return bySameServer(a, b, extents) ?? byContradiction(a, b, extents) ?? byEvidence(a, b, extents);
}

/** Endpoints of one server: the name decides, as it does for the server. Null if it doesn't. */
function bySameServer(a: Item, b: Item, extents: ExtentAgreement): Judgment | null {
  if (a.server.key !== b.server.key || a.server.key === '') return null;
  const { program } = a.server;
  const isSure = program !== null && program === b.server.program;
  if (isSure && program === 'data') return null;
  if (hasSameName(a, b)) {
    const isFace = a.kind !== b.kind && ((extents !== 'apart' && haveSameTitle(a, b)) || extents === 'equal');
    if (isSure || isFace) return same(isSure ? 9 : 8, 'the same server offers it under the same name');
  }
  if (program === 'arcgis' && isSure && a.title === b.title && a.title !== '' && extents !== 'apart')
    return same(8, 'the same ArcGIS service offers it under the same title');
  return null;
}

/** Workspaces count if both have one: draft:zoning isn't planning:zoning. */
function hasSameName(a: Item, b: Item): boolean {
  if (a.name === '' || b.name === '') return false;
  if (a.workspace === b.workspace || a.workspace === '' || b.workspace === '') {
    if (a.name === b.name) return true;
  }
  // 'AD.Address' and 'ad:Address'.
  return `${a.workspace}${a.name}` === `${b.workspace}${b.name}`;
}

/** A title that only repeats the name doesn't contradict another title. */
function haveSameTitle(a: Item, b: Item): boolean {
  return a.title === b.title || a.isNamedOnly || b.isNamedOnly;
}

/** Evidence against a match, regardless of what they share. */
function byContradiction(a: Item, b: Item, extents: ExtentAgreement): Judgment | null {
  if (extents === 'apart') return different('their extents differ');
  if (!numbersAgree(a.numbers, b.numbers))
    return different('the numbers in their names differ: another edition, scale or part');
  if (a.featureCount !== null && b.featureCount !== null && a.featureCount !== b.featureCount)
    return different('they have different numbers of features');
  if (a.time !== null && b.time !== null && a.time !== b.time) return different('their times differ');
  if (a.server.host === b.server.host && isOtherContainer(a, b) && !isIdentified(a, b))
    return different('one server offers both, in different places');
  return null;
}

/** One has every number of the other; an item without numbers leaves the edition open. */
function numbersAgree(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  if (fewer.size === 0) return more.size === 0;
  return [...fewer].every((number) => more.has(number));
}

/** Another folder, map file or workspace of the same software, or the same protocol again. */
function isOtherContainer(a: Item, b: Item): boolean {
  const isSameProgram = a.server.program !== null && a.server.program === b.server.program;
  if (isSameProgram && a.server.key !== b.server.key) return true;
  if (a.workspace !== b.workspace && a.workspace !== '' && b.workspace !== '') return true;
  return a.kind === b.kind && !isAlias(a, b);
}

/** Same identifier and name: the service again, for example in another language. */
function isIdentified(a: Item, b: Item): boolean {
  return hasSameName(a, b) && a.ids.some((id) => b.ids.includes(id));
}

/** The record itself under two URLs. */
function isAlias(a: Item, b: Item): boolean {
  return a.content.whole !== '' && a.content.whole === b.content.whole && a.server.alias === b.server.alias;
}

function byEvidence(a: Item, b: Item, extents: ExtentAgreement): Judgment {
  const hasNames = a.name !== '' && b.name !== '';
  const isSameName = hasNames && a.name === b.name;
  const isSameTitle = a.title === b.title && a.title !== '';
  const id = a.ids.find((each) => b.ids.includes(each));
  if (id !== undefined && (isSameTitle || isSameName || isTitledByRecord(a, b)))
    return same(7, `the same identifier (${id}) and ${isSameName ? 'name' : 'title'}`);
  if (a.ids.length > 0 && b.ids.length > 0 && id === undefined && a.is === 'dataset')
    return different('they have different identifiers');
  if (!haveSameNumbers(a, b)) return different('the numbers in their addresses differ: another edition or part');
  const isNamed = isSameName && isDistinctive(spaced(a)) && haveSameTitle(a, b);
  const isTitled = isSameTitle && isDistinctive(a.title) && (isSameName || !hasNames);
  if (!isNamed && !isTitled) return different('their names and titles differ or are generic');
  if (a.server.site === b.server.site && a.server.site !== '') return onOneSite(a, b, extents, isNamed && isSameTitle);
  return onTwoSites(a, b, extents, isSameName && isSameTitle);
}

function isTitledByRecord(a: Item, b: Item): boolean {
  return a.recordTitles.includes(b.title) || b.recordTitles.includes(a.title);
}

/** Folding removed spaces from names; titles that repeat them still have them. */
function spaced({ name, title, isNamedOnly }: Item): string {
  return isNamedOnly && title !== '' ? title : name;
}

function onOneSite(a: Item, b: Item, extents: ExtentAgreement, isBoth: boolean): Judgment {
  if (extents === 'equal') {
    if (a.kind !== b.kind || isBoth) return same(6, 'hosts of one domain offer it with the same name and extent');
  }
  return different('their extents differ or are too vague');
}

/** On different servers a third fact has to agree. */
function onTwoSites(a: Item, b: Item, extents: ExtentAgreement, isBoth: boolean): Judgment {
  if (extents !== 'equal' || !isPrecise(a.extent) || !isPrecise(b.extent))
    return different('their extents differ or are too vague');
  if (!isBoth) return different('only the name or the title agrees');
  if (a.abstract !== '' && a.abstract === b.abstract) return same(5, 'title, name, extent and description agree');
  if (a.featureCount !== null && a.featureCount === b.featureCount)
    return same(5, 'name, extent and number of features agree');
  if (a.organization !== '' && a.organization === b.organization)
    return same(4, 'title, name, extent and organization agree');
  return different('only title, name and extent agree');
}

/** Numbers in the URL that occur neither in name nor title. */
function haveSameNumbers(a: Item, b: Item): boolean {
  if (a.server.site !== b.server.site) return true;
  const extras = [a, b].map(({ server, numbers }) => server.numbers.filter((number) => !numbers.has(number)).join(' '));
  return extras[0] === extras[1];
}
