// Stop words by language, without diacritics; also used to detect the language of a text.

const lists: Readonly<Record<string, string>> = {
  en:
    'a about above after all also an and any are as at be been being below between both but by can could did do ' +
    'does each for from further had has have he her here his how however if in into is it its just may more most ' +
    'must my no nor not of off on once only or other our out over own per same she should so some such than that ' +
    'the their them then there these they this those through thus to too under until up upon us very via was we ' +
    'were what when where whether which while who whom why will with within would you your',
  de:
    'aber alle allem allen aller alles als also am an auch auf aus bei beim bis bzw da damit dann das dass dem ' +
    'den der des die dies diese diesem diesen dieser dieses durch ein eine einem einen einer eines er es etc fur ' +
    'gegen hat hier ihr im in ins ist je kann mit nach nicht noch nur ob oder ohne sein sich sie sind so sowie ' +
    'uber um und uns unter vom von vor war werden wie wird wo zu zum zur zwischen',
  fr:
    'a afin ainsi au aussi aux avec car ce ces cet cette chaque comme d dans de depuis des dont du elle elles en ' +
    'entre est et ete etre eux il ils je l la le les leur leurs lors mais meme n ne nos notre nous ont ou par ' +
    'pas plus pour qu que qui s sa sans se selon ses si son sont sous sur tous tout toute toutes un une vos ' +
    'votre vous y',
  es:
    'a al algunos ante asi aun bajo cada como con contra cual cuando de del desde donde durante e el ella ellos ' +
    'en entre era es esta estas este estos fue ha han hasta hay la las le les lo los mas mediante mi muy no nos ' +
    'o otra otras otro otros para pero por porque que se segun ser si sin sobre son su sus tambien todo todos u ' +
    'un una uno unos y ya',
  it:
    'a ad agli ai al alla alle anche che chi ci come con cui da dagli dai dal dalla dalle degli dei del dell ' +
    'della delle dello di dove e ed era fra gli ha hanno i il in io la le lo loro ma mediante nei nel nell nella ' +
    'nelle non o ogni per piu quale quali quella quello questa queste questi questo se secondo si sia sono su ' +
    'sua sue sugli sul sulla sulle suo tra tutti un una uno',
  pt:
    'a ao aos as ate com como da das de dela dele do dos e ela ele em entre era essa esse esta estas este estes ' +
    'foi ha isso isto ja la lhe mais mas mesmo na nas nem no nos num numa o os ou para pela pelas pelo pelos por ' +
    'qual quando que quem se sem ser seu seus sao so sobre sua suas tambem todos um uma umas uns',
  nl:
    'aan al alle als bij binnen daar dan dat de deze die dit door dus een elk en er haar heeft het hier hij hun ' +
    'in is kan maar meer met mijn na naar niet nog nu of om onder ook op over per te tegen tot tussen uit van ' +
    'vanaf via volgens voor waar wat werd wordt worden zich zijn zo zonder',
  sv:
    'alla andra att av blir bland de dem den denna deras dess dessa det detta dig din du efter ej eller en ett ' +
    'fran for ha han har hos i in inom inte ja kan man med mellan men mot nar nagra och om per pa sa samt sig ' +
    'sin ska som till under upp ut utan var vara varje vid vilka ar over',
  da:
    'af alle andre at blev de dem den denne der deres det dette dig din du efter eller en er et for fra ham han ' +
    'har hos hun hvad hvis hvor i ikke ind ja jeg kan man med mellem men mod nar og om op over pa sa samt sig ' +
    'sin skal som til ud under var ved vi vil',
  nb:
    'alle andre at av ble bli de dem den denne der deres det dette du eller en er et etter for fra ha han har ' +
    'hos hun hva hver hvor i ikke inn ja jeg kan man med mellom men mot nar noen og om opp over pa sa samt seg ' +
    'sin skal som til under ut var ved vi vil',
  pl:
    'a aby albo ale bez by byc byl co czy dla do gdzie i ich jak jako jego jej jest jezeli juz ktora ktore ktory ' +
    'lub ma miedzy na nad nie niz o od oraz po pod przed przez przy sa sie ta tak te tego ten to tylko w wraz z ' +
    'za ze',
  cs:
    'a aby ale ani az bez by byl co do i ja jak jako je jeho jejich jen jsou k ke kde ktera ktere ktery na nad ' +
    'nebo nez o od po pod podle pri pro se si s ta tak take ten to u v ve z za ze',
};

/**
 * Domain stop words: names and parts of services, whatever their subject. Otherwise, if only one category has documents
 * from real servers, these words would come to mean that category.
 */
const tradeWords = new Set(
  (
    'api apis argument array async auth authentication binding body boolean bool callback client complex config ' +
    'datatype default developer developers double element elements encoding endpoint enum exception execute ' +
    'extension fault float format function functionality get getter guid handler header headers http https id ' +
    'ids identifier impl implementation in info input instance int integer integrate integration interface ' +
    'invoke item items java javascript json key keys list lists long max method methods min name names namespace ' +
    'null object objects op operation operations option options out output param parameter parameters params ' +
    'parse ping port ports post programmatic property protocol proxy put ref reply request requests response ' +
    'responses rest restful result results return returns rpc schema server servers service services servlet ' +
    'session set setter soap string stub submit tns token type types uri url urls use used user username users ' +
    'uses using util value values version void web webservice webservices wrapper ws wsdl xml xsd'
  ).split(' '),
);

/** Compared before stemming. */
export function isTradeWord(word: string): boolean {
  return tradeWords.has(word);
}

/**
 * Verbs and nouns used in names of services and operations of any subject (provideAvailableDetails). In sentences they
 * may be significant: "application development" is a category of its own.
 */
const namingWords = new Set(
  (
    'access accessed accesses accessing add allow allowed allowing allows application applications available based ' +
    'create created creates creating delete detail details documentation enable enables enabling fetch find ' +
    'formatted formats include included includes including information insert load multiple offer offered ' +
    'offering offers provide provided provides providing remove require required requires retrieve retrieved ' +
    'retrieves retrieving returned returning save select single specific support supported supporting supports ' +
    'update updated updates updating various'
  ).split(' '),
);

export function isNamingWord(word: string): boolean {
  return namingWords.has(word);
}

const words = new Map(Object.entries(lists).map(([language, text]) => [language, new Set(text.split(' '))]));
words.set('no', words.get('nb')!);

export function isStopWord(word: string, language: string): boolean {
  return words.get(language)?.has(word) ?? false;
}

/** Minimum number of stop words: names and titles are too short, and guesses would vary between layers. */
const leastStopWords = 2;

/** The language with most stop words, as an ISO 639-1 code; null if there are too few. */
export function guessLanguage(folded: Iterable<string>): string | null {
  const counts = new Map<string, number>();
  for (const word of folded) {
    for (const [language, list] of words) if (list.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best !== undefined && best[1] >= leastStopWords ? best[0] : null;
}
