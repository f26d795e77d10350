// Licenses by the names and URLs in use, normalized by `foldedWords`.

export interface LicenseName {
  /** SPDX identifier if there is one. Without a version if the text has none; `{v}` is replaced by the version. */
  readonly id: string;
  /** Open by the Open Definition 2.1: anyone may use, change and share it, for any purpose. */
  readonly open: boolean;
  /** A version, if written, is the last group: '4.0' or '4 0'. */
  readonly pattern: RegExp;
}

const version = '(?: (?:v|version|ver)?[ .]?(\\d)(?:[. ](\\d))?)?(?= )';

function name(id: string, words: string, open = true): LicenseName {
  return { id, open, pattern: new RegExp(` (?:${words})${version}`) };
}

/** Attribution, non-commercial, share-alike and no-derivatives in several languages. */
const long = {
  by: 'attribution|namensnennung|atribucion|atribuicao|paternite|attribuzione|naamsvermelding|uznanie autorstwa|navngivelse|erkannande|attribuzione|表示|署名|저작자표시',
  nc: 'non ?commercial|nicht ?kommerziell|keine kommerzielle|no ?comercial|nao ?comercial|pas d utilisation commerciale|non commerciale|niet ?commercieel|uzycie niekomercyjne|非営利|非商业性使用|비영리',
  sa: 'share ?alike|weitergabe unter gleichen|compartir ?igual|compartilha ?igual|partage|condividi|gelijk ?delen|na tych samych|继承|相同方式共享|동일조건',
  nd: 'no ?deriv|keine bearbeitung|sin ?(?:obra ?)?derivad|sem ?derivad|pas de modification|non opere derivate|geen afgeleide|bez utworow|改変禁止|禁止演绎|변경금지',
};

const creativeCommons = / (?:cc|creative ?commons(?:\.org licen[sc]es)?|licen[sc]e cc)( by)?(?= |by)/g;

/** The terms of a Creative Commons license follow right after its name. */
const reach = 120;

export interface NamedLicense {
  readonly id: string;
  readonly open: boolean;
  /** Its position in the words. */
  readonly at: number;
  readonly end: number;
}

export function findCreativeCommons(words: string): readonly NamedLicense[] {
  const found: NamedLicense[] = [];
  for (const match of words.matchAll(creativeCommons)) {
    const end = match.index + match[0].length;
    const license = readTerms(`${match[1] ?? ''}${words.slice(end, end + reach)} `);
    if (license !== null) found.push({ ...license, at: match.index, end });
  }
  return found;
}

/** ' by nc sa 4.0 …' or ' attribution non commercial 4.0 …'; null if neither follows. */
function readTerms(after: string): { readonly id: string; readonly open: boolean } | null {
  const short = /^ ?by((?: ?(?:nc|sa|nd)){0,2}) ?(?:v|version)? ?(?:(\d)[. ](\d))?(?=[ a-z])/.exec(after);
  const written = new RegExp(`^ (?:(?:lizenz|licen[sc]e|licencia|licenca|licenza) )?(?:${long.by})`).test(after);
  if (short === null && !written) return null;
  const clause = after.slice(0, / \d[. ]\d /.exec(after)?.index ?? 80);
  const has = (term: 'nc' | 'sa' | 'nd') =>
    short === null ? new RegExp(long[term]).test(clause) : (short[1] ?? '').includes(term);
  const digits = short === null ? / (\d)[. ](\d) /.exec(after)?.slice(1) : short.slice(2);
  const terms = ['BY', has('nc') ? 'NC' : '', has('nd') ? 'ND' : has('sa') ? 'SA' : ''].filter((term) => term !== '');
  const number = digits?.[0] === undefined ? '' : `-${digits[0]}.${digits[1]}`;
  return { id: `CC-${terms.join('-')}${number}`, open: !has('nc') && !has('nd') };
}

/** More specific names first: if several start at one position, the first counts. */
export const licenseNames: readonly LicenseName[] = [
  name(
    'CC0-1.0',
    'cc ?0|cc ?zero|creative ?commons(?:\\.org)? (?:publicdomain )?(?:cc0|zero)|creativecommons.org publicdomain zero',
  ),
  name('CC-PDM-1.0', 'creativecommons.org publicdomain mark|public domain mark|cc pdm'),
  name('DL-DE-ZERO-{v}', 'dl (?:de zero|zero de)|datenlizenz deutschland zero|www.govdata.de dl de zero'),
  name(
    'DL-DE-BY-NC-{v}',
    'dl (?:de by nc|by nc de)|datenlizenz deutschland namensnennung (?:nicht ?kommerziell|nc)',
    false,
  ),
  name('DL-DE-BY-{v}', 'dl (?:de by|by de)|datenlizenz deutschland (?:by|namensnennung)'),
  name('ODbL-1.0', 'odbl|odc odbl|open database licen[sc]e|opendatacommons.org licenses odbl'),
  name('PDDL-1.0', 'pddl|odc pddl|public domain dedication and licen[sc]e|opendatacommons.org licenses pddl'),
  name('ODC-By-1.0', 'odc by|open data commons attribution licen[sc]e|opendatacommons.org licenses by'),
  name(
    'etalab-{v}',
    '(?:licence ouverte )?(?:open licen[sc]e )?etalab|licence ouverte(?: open licen[sc]e)?(?: etalab)?',
  ),
  name('etalab-2.0', 'lov2'),
  name('etalab-1.0', 'fr lo'),
  name('OGL-Canada-{v}', 'open government licen[sc]e canada|ogl canada|licence du gouvernement ouvert canada'),
  name(
    'OGL-UK-{v}',
    'www.nationalarchives.gov.uk doc open government licen[sc]e|ogl uk|uk ogl|(?:uk )?open government licen[sc]e (?:uk|for public sector information)',
  ),
  name('OGL-{v}', 'open government licen[sc]e'),
  name('IODL-{v}', 'iodl|italian open data licen[sc]e'),
  name('NLOD-{v}', 'nlod|norsk lisens for offentlige data|norwegian licen[sc]e for open government data'),
  name('OGDL-Taiwan-1.0', 'ogdl taiwan|政府資料開放授權條款'),
  name('GeoNutzV', 'geonutzv|geonutz v|nutzungsbestimmungen fur die bereitstellung von geodaten des bundes'),
  name('CDLA-Permissive-{v}', 'cdla permissive|community data licen[sc]e agreement permissive'),
  name('CDLA-Sharing-{v}', 'cdla sharing|community data licen[sc]e agreement sharing'),
  name('Apache-2.0', 'apache(?= 2)|apache licen[sc]e|www.apache.org licenses license'),
  name('MIT', 'mit licen[sc]e|opensource.org licenses mit'),
  name('GFDL', 'gfdl|gnu free documentation licen[sc]e'),
  name('US-PD', 'us pd|www.usa.gov (?:publicdomain label|government works)|u.s (?:government works?|public domain)'),
  name('public-domain', 'public domain|other pd|domaine public|gemeinfrei|dominio publico|domeniu public'),
];
