// What a text excludes: "no water", "except forests", "Wälder sind nicht enthalten" (edge case 92).
import { fold } from './tokenizer.ts';

/** Words that exclude what follows, in all languages of the lexicon. */
const before =
  words(`no not non without except excluding excludes exclude lacks lacking nicht kein keine keinen keiner ohne
  außer ausgenommen sans sauf hors excepté hormis sin excepto salvo excluye senza eccetto escluso esclusi esclusa escluse tranne sem
  exceto não excluindo geen niet zonder behalve uitgezonderd bez nie oprócz poza wyjątkiem inte utan ej förutom utom exklusive не без кроме
  исключением`);
/** After one of those, these exclude what precedes: "are not included". */
const included =
  words(`included include contained contain shown covered available enthalten berücksichtigt dargestellt erfasst inbegriffen inclus
  inclues incluses compris comprises incluido incluidos incluida incluidas incluso inclusi inclusa incluse compresi compresa incluído incluídos incluída
  incluídas opgenomen inbegrepen zawarte uwzględnione uwzględniono ujęte включены включая inkluderade medräknade`);
/** These exclude what precedes by themselves. */
const after =
  words(`excluded omitted ausgeschlossen ausgenommen exclu exclus exclue exclues excluido excluidos excluida excluidas esclusi
  escluse excluído excluídos excluída excluídas uitgesloten wyłączone wykluczone uteslutna исключены`);
/** 'not only' includes. */
const adding = words('only nur solely seulement solo sólo solamente soltanto apenas alleen tylko bara endast только');
/** These end an exclusion. */
const contrast = words('but aber sondern mais pero sino ma mas maar ale lecz men но jedoch jednak however');

/** Maximum number of words one negation excludes. */
const reach = 8;

/** Negation around unspaced text: Japanese negates after the term, Chinese before it. */
const cjkAfter = /^[^。、,;]{0,3}(?:を除|除く|除外|以外|は含ま|を含ま(?:ない|ず)|なし|无|不含)/u;
const cjkBefore = /(?:不含|不包括|没有|除了?|非|无)$/u;

/** Which words of a text are excluded; `breaks[n]` is true if a new clause starts at word n. */
export function negatedWords(folded: readonly string[], breaks: readonly boolean[]): readonly boolean[] {
  const negated = folded.map(() => false);
  for (let at = 0; at < folded.length; at++) {
    const word = folded[at]!;
    if (after.has(word)) negateBefore(negated, breaks, at);
    if (!before.has(word) || adding.has(folded[at + 1] ?? '')) continue;
    const isAboutInclusion = [1, 2].some((step) => included.has(folded[at + step] ?? '') && !breaks[at + step]);
    if (isAboutInclusion) negateBefore(negated, breaks, at);
    else negateAfter(negated, folded, breaks, at);
  }
  return negated;
}

function negateBefore(negated: boolean[], breaks: readonly boolean[], from: number): void {
  for (let at = from; at >= 0 && at > from - reach; at--) {
    negated[at] = true;
    if (breaks[at]) return;
  }
}

function negateAfter(negated: boolean[], folded: readonly string[], breaks: readonly boolean[], from: number): void {
  for (let at = from + 1; at < folded.length && at <= from + reach; at++) {
    if (breaks[at] || contrast.has(folded[at]!)) return;
    negated[at] = true;
  }
}

/** The same for a term at an offset in unspaced text. */
export function isNegatedRun(run: string, from: number, to: number): boolean {
  return cjkAfter.test(run.slice(to, to + 12)) || cjkBefore.test(run.slice(Math.max(0, from - 4), from));
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).map(fold));
}
