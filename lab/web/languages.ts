// The languages of the simulated web: stop words, syllables for synthetic words, and frequencies.

export interface Language {
  readonly code: string;
  readonly share: number;
  /** The most frequent words, in order. */
  readonly little: string;
  readonly openings: string;
  readonly endings: string;
}

export const languages: readonly Language[] = [
  {
    code: 'en',
    share: 0.58,
    little:
      'the of and to in a is for on with that by this are be from at as it or an you we not have will can all which your has more was our also their if one other may been any no use these they new but there do when about',
    openings:
      'ba be bri ca cha cle co cra da de dra el fa fi flo ga gra ha he in ja ke la le lo ma mi mo na ne or pa pe pla po ra re ro sa se sha sta ta the tri un va ve wa we',
    endings:
      'ble cal dle er est ford ing ish ism land ley ling ly ment ness ning ple ram rant ry sion ter ton tor ty ward',
  },
  {
    code: 'de',
    share: 0.16,
    little:
      'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum',
    openings:
      'ab an auf be bre da den dre ei er fal feld fen ge gel hal her kel ken lan lau mei nor pfa ram rau scha schle ste stra tra ver vor wal wen zwi',
    endings:
      'bach berg burg chen dorf gang heim keit lich lung nis ren rung schaft sen stein ten tung ung wald werk zeug',
  },
  {
    code: 'fr',
    share: 0.13,
    little:
      'de la le et les des en un du une que est pour qui dans par sur plus pas au ne se ce il sont avec aux ou cette son mais nous vous leur être ont tout ces',
    openings:
      'a bel bou cha che cla con dé em en fau gra jou lai lou mai mar mon nou pa pré ra ré sou tra tru va ver vil',
    endings: 'age ance ard ceau elle ement ette eux ière ille ique ment oise sion teur tion ure ville',
  },
  {
    code: 'es',
    share: 0.13,
    little:
      'de la que el en y a los del se las por un para con no una su al lo como más sus o este sí ya entre cuando todo esta ser son dos también fue',
    openings: 'al ba ca cha co de en es fa gra ha ja la lo ma me mon na pa pe pla que ra re sa se so ta tra va ve vi',
    endings: 'ada aje ano ante ción dad dor ero eza illo ino lla mento miento nte oso rio tad tor tura',
  },
];
