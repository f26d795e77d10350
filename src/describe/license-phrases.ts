// Phrases about fees and restrictions in the languages of service descriptions, normalized by `foldedWords`.
import { foldedWords } from '../base/text/fold-text.ts';

function phrases(text: string): ReadonlySet<string> {
  return new Set(text.split('|').map((phrase) => foldedWords(phrase)));
}

/** Whole texts that mean nothing: "NONE", "keine". "n/a" isn't among them, as it may mean "not known". */
const none = phrases(
  'none|no|nil|null|zero|0|nothing|not any|no fee|no fees|no cost|no costs|no charge|no charges|none required|not required|' +
    'keine|keiner|kein|nein|nichts|ohne|keine kosten|keine gebühren|keine gebühr|ohne gebühr|ohne kosten|' +
    'aucun|aucune|néant|rien|sans frais|aucun frais|aucune redevance|sans redevance|sans objet|' +
    'ninguno|ninguna|ningún|nada|sin coste|sin costo|sin cargo|sin tasas|sin tarifa|no hay|no aplica|' +
    'nenhum|nenhuma|sem custos|sem custo|sem encargos|nessuno|nessuna|niente|nessun costo|nessuna tariffa|' +
    'geen|geen kosten|geen vergoeding|ingen|inga|ingen avgift|inga avgifter|ingen gebyr|ingen gebyrer|ei ole|ei maksuja|ei|' +
    'brak|brak opłat|bez opłat|žádné|žádný|žiadne|bez poplatků|nincs|niciuna|niciunul|fără taxe|nema|brez|puudub|nav|nėra|' +
    'нет|отсутствует|не взимается|немає|няма|καμία|κανένα|yok|なし|無|无|無し|없음|ไม่มี|không|tidak ada|لا يوجد|אין|' +
    'no conditions apply|no conditions apply to access and use|noConditionsApply|es gelten keine bedingungen|' +
    'es gelten keine zugriffsbeschränkungen|aucune condition ne s’applique|' +
    'no se aplican condiciones|nessuna condizione applicata|geen condities van toepassing',
);

/** Whole texts that declare no limits on access or use. */
const noLimits = phrases(
  'no limitations|no limitation|no limits|unlimited|unrestricted|unclassified|no restrictions|no restriction|no constraints|' +
    'no access constraints|no use constraints|no use limitations|no access restrictions|none known|public|open|open to the public|' +
    'open access|free access|freely available|freely distributed|no limitations to public access|noLimitations|' +
    'no limitations on public access|no restriction on public access|no restrictions on public access|' +
    'there are no restrictions to this data set|there are no limitations on public access to spatial data sets and services|' +
    'this data may be redistributed and used without restriction|' +
    'keine einschränkungen|keine einschränkung|keine beschränkungen|keine beschränkung|keine zugriffsbeschränkungen|' +
    'es gelten keine beschränkungen|uneingeschränkt|unbeschränkt|öffentlich|frei|frei zugänglich|' +
    'aucune restriction|aucune contrainte|aucune limitation|pas de restriction|pas de restriction d’accès public|' +
    'pas de restriction d’accès public selon inspire|sans restriction|accès libre|libre|' +
    'sin restricciones|sin limitaciones|sin restricción|no existen restricciones|libre publicación|acceso libre|' +
    'sem restrições|sem limitações|nessuna limitazione|nessuna restrizione|nessun vincolo|accesso libero|' +
    'geen beperkingen|geen beperking|geen gebruiksbeperkingen|geen toegangsbeperkingen|vrij|' +
    'inga begränsningar|ingen begrensninger|ingen begrænsninger|ei rajoituksia|brak ograniczeń|bez ograniczeń|bez omezení|' +
    'bez obmedzení|nincs korlátozás|fără restricții|fara restrictii|без ограничений|χωρίς περιορισμούς|無限制|无限制|制限なし|제한없음',
);

/** Prefixes of URLs and codes of the INSPIRE registry with the same meaning. */
const noLimitCodes = /limitationsonpublicaccess nolimitations|conditionsapplyingtoaccessanduse noconditionsapply/;

/** Words that mean "free of charge" anywhere in a text. */
const freeWords =
  / (?:free of charge|at no charge|at no cost|without charge|no fees?|kostenlos\w*|kostenfrei\w*|gebuhrenfrei\w*|entgeltfrei\w*|geldleistungsfrei\w*|unentgeltlich\w*|gratuit\w*|gratis|gratuito|gratuita|sin coste|sem custos?|kosteloos|vrij van kosten|bezpłatn\w*|nieodpłatn\w*|zdarma|bezplatn\w*|zadarmo|bezplačn\w*|besplatn\w*|ingyenes\w*|maksuton\w*|ilmai\w*|avgiftsfri\w*|vederlagsfri\w*|kostnadsfri\w*|tasuta|bezmaksas|nemokam\w*|бесплатн[^ ]*|безкоштовн[^ ]*|безплатн[^ ]*|δωρεαν|ucretsiz|免费|免費|無料|무료) /u;

/** Whole texts, since "free" has other meanings in longer ones. */
const free = phrases('free|free online|free on the web|for free|free access|free to use|freely available|frei|libre');

/** "Not free", "free trial", "free for research": then nothing follows for other uses. */
const notQuite =
  / (?:not|nicht|pas|non|nie|no es|trial|sample|only|nur|research|education\w*|academic|forschung\w*|private|personal|internal|registered|members?|schools?) /;

export function isNone(words: string): boolean {
  return none.has(words);
}

export function isNoLimit(words: string): boolean {
  return noLimits.has(words) || noLimitCodes.test(words);
}

/** The whole text states that it is free of charge. */
export function isFree(words: string): boolean {
  return none.has(words) || free.has(words);
}

/** Part of the text states that it is free of charge. */
export function isFreeOfCharge(words: string): boolean {
  return freeWords.test(words) && !notQuite.test(words) && !limitsUse(words);
}

/** An amount with its currency, other than zero. */
const amount =
  /(?:€|\$|£|¥|eur|usd|chf|gbp|euros?|pln|kč)\s?(?!0+(?:[.,]0+)?(?!\d|[.,]\d))\d|(?<![\d.,])(?!0+(?:[.,]0+)?(?!\d|[.,]\d))\d[\d.,]{0,12}\s?(?:€|£|eur\b|euros?\b|usd\b|chf\b|gbp\b|dollars?\b|pln\b|kč)/i;
const paidWords =
  / (?:kostenpflichtig\w*|gebuhrenpflichtig\w*|geldleistungspflichtig\w*|entgeltpflichtig\w*|fees? appl(?:y|ies)|fees? (?:is|are) charged|fee required|subject to (?:a )?fees?|chargeable|payant\w*|de pago|a pagamento|betaald|odpłatn\w*|płatn\w*|maksullinen|avgiftsbelagd\w*|subscription required|paid subscription|платн[^ ]*|有料|收费) /u;

/** `text` as written, for signs of currency; `words` folded. */
export function asksMoney(text: string, words: string): boolean {
  return amount.test(text.slice(0, 20_000)) || (paidWords.test(words) && !/ (?:not?|nicht|keine?|pas) /.test(words));
}

/** Conditions an open license must not impose. Only unambiguous phrases. */
const limits =
  / (?:non ?commercial|not for commercial|no commercial use|nicht ?kommerziell\w*|keine kommerzielle|nur fur (?:den )?(?:internen|privaten|eigenen)|pas d utilisation commerciale|usage non commercial|uso non commerciale|no comercial|vedado o uso comercial|nao comercial|non profit use|all rights reserved|alle rechte vorbehalten|tous droits reserves|todos los derechos reservados|tutti i diritti riservati|alle rechten voorbehouden|contract (?:with [^ ]+ )?is required|authori[sz]ed users? only|internal use only|registered users only|restricted access|access restricted|limited to authori[sz]ed|not be redistributed|no redistribution|weitergabe an dritte (?:ist )?nicht|other nc|other closed|psma only|reference only) /;

export function limitsUse(words: string): boolean {
  return limits.test(words);
}
