// English stemming after M. F. Porter, "An algorithm for suffix stripping" (1980).

/** For a lowercase word without diacritics; words of one or two letters are unchanged. */
export function porterStem(word: string): string {
  if (word.length < 3) return word;
  const plural = withoutPlural(word);
  const past = withoutPast(plural);
  const turned = past.endsWith('y') && hasVowel(past.slice(0, -1)) ? `${past.slice(0, -1)}i` : past;
  return tidyEnd(replaceLongest(replaceLongest(replaceLongest(turned, step2, 0), step3, 0), step4, 1));
}

type Rules = readonly (readonly [suffix: string, replacement: string])[];

const step2 = parseRules(
  'ational>ate tional>tion enci>ence anci>ance izer>ize abli>able alli>al entli>ent eli>e ousli>ous ization>ize ' +
    'ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble',
);
const step3 = parseRules('icate>ic ative> alize>al iciti>ic ical>ic ful> ness>');
const step4 = parseRules(
  'al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> sion>s tion>t ou> ism> ate> iti> ous> ive> ize>',
);

/** Longest suffix first: the paper applies only the longest match. */
function parseRules(text: string): Rules {
  const rules = text.split(' ').map((rule) => rule.split('>') as [string, string]);
  return rules.sort(([one], [other]) => other.length - one.length);
}

/** Steps 2 to 4: removes the longest suffix if the measure of the rest exceeds `least`. */
function replaceLongest(word: string, rules: Rules, least: number): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    return measure(`${stem}${replacement.length === 1 ? replacement : ''}`) > least ? stem + replacement : word;
  }
  return word;
}

/** Step 1a. */
function withoutPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Step 1b. */
function withoutPast(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  const stem = word.slice(0, word.length - ending);
  if (ending === 0 || !hasVowel(stem)) return word;
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  if (endsDouble(stem) && !'lsz'.includes(stem.at(-1)!)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

/** Step 5. */
function tidyEnd(word: string): string {
  const stem = word.slice(0, -1);
  const size = measure(stem);
  const tidied = word.endsWith('e') && (size > 1 || (size === 1 && !endsShort(stem))) ? stem : word;
  return tidied.endsWith('ll') && measure(tidied) > 1 ? tidied.slice(0, -1) : tidied;
}

function isConsonant(word: string, at: number): boolean {
  const letter = word[at]!;
  if ('aeiou'.includes(letter)) return false;
  return letter !== 'y' || at === 0 || !isConsonant(word, at - 1);
}

/** Number of vowel–consonant sequences: the m of the paper. */
function measure(stem: string): number {
  let count = 0;
  let afterVowel = false;
  let isConsonantBefore = false;
  for (let at = 0; at < stem.length; at++) {
    const letter = stem[at]!;
    const isVowel: boolean = 'aeiou'.includes(letter) || (letter === 'y' && at > 0 && isConsonantBefore);
    if (!isVowel && afterVowel) count++;
    afterVowel = isVowel;
    isConsonantBefore = !isVowel;
  }
  return count;
}

function hasVowel(stem: string): boolean {
  for (let at = 0; at < stem.length; at++) if (!isConsonant(stem, at)) return true;
  return false;
}

function endsDouble(stem: string): boolean {
  const last = stem.length - 1;
  return last > 0 && stem[last] === stem[last - 1] && isConsonant(stem, last);
}

/** Consonant, vowel, consonant other than w, x and y: 'hop', not 'box'. */
function endsShort(stem: string): boolean {
  const last = stem.length - 1;
  if (last < 2 || 'wxy'.includes(stem[last]!)) return false;
  return isConsonant(stem, last) && !isConsonant(stem, last - 1) && isConsonant(stem, last - 2);
}
