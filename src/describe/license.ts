// The meaning of texts on license, fees and constraints: which license, free of charge or not, open or not. Never a guess.

import { foldedWords } from '../base/text/fold-text.ts';
import type { License } from '../model/resource.ts';
import { findCreativeCommons, licenseNames, type NamedLicense } from './license-names.ts';
import { asksMoney, isFree, isFreeOfCharge, isNoLimit, isNone, limitsUse } from './license-phrases.ts';

export interface TermsTexts {
  readonly fees: string | null;
  /** Constraints, a license by name, identifier or URL, or a copyright notice. */
  readonly accessConstraints: string | null;
}

/** Null if nothing is stated or understood. */
export function readLicense({ fees, accessConstraints }: TermsTexts): License | null {
  const texts = [accessConstraints ?? '', fees ?? ''].filter((text) => text.trim() !== '');
  if (texts.length === 0) return null;
  const words = texts.map(foldedWords);
  const named = words.flatMap(findLicenses);
  const ids = new Set(named.filter(({ isDenied }) => !isDenied).map(({ id }) => id));
  const charges = readFees(fees, accessConstraints);
  const isLimited = words.some(limitsUse);
  const license: License = {
    id: ids.size === 1 ? ([...ids][0] ?? null) : null,
    url: readUrl(texts),
    open: readOpen(named, isLimited, charges),
    fees: charges,
    constraints: isLimited ? 'some' : readConstraints(accessConstraints),
  };
  return Object.values(license).every((value) => value === null) ? null : license;
}

interface Mention extends NamedLicense {
  /** "not licensed under …", "except …": a license that is mentioned but doesn't apply. */
  readonly isDenied: boolean;
}

const denial = / (?:not?|nicht|kein\w*|pas|non|except|excluding|unless|other than|ausser|sauf|salvo)(?: [^ ]+){0,4} $/;

/** Each license once, at its first mention; of overlapping names the more specific one. */
function findLicenses(words: string): readonly Mention[] {
  const found: NamedLicense[] = [...findCreativeCommons(words)];
  for (const { id, open, pattern } of licenseNames) {
    const match = pattern.exec(words);
    if (match === null) continue;
    const [major, minor] = match.slice(1);
    const version = major === undefined ? '' : `${major}.${minor ?? '0'}`;
    const end = match.index + match[0].length;
    found.push({ id: withVersion(id, version), open, at: match.index, end });
  }
  const apart = found.filter((one, n) => !found.slice(0, n).some((other) => one.at < other.end && other.at < one.end));
  return apart.map((one) => ({ ...one, isDenied: denial.test(`${words.slice(Math.max(0, one.at - 60), one.at)} `) }));
}

/** 'OGL-UK-{v}' with its version, or 'OGL-UK' without one. */
function withVersion(id: string, version: string): string {
  return version === '' ? id.replace('-{v}', '') : id.replace('{v}', version);
}

/** Open only if an open license is named and nothing contradicts it. */
function readOpen(named: readonly Mention[], isLimited: boolean, charges: License['fees']): boolean | null {
  if (named.length === 0) return isLimited ? false : null;
  if (named.every(({ open, isDenied }) => !open && !isDenied)) return false;
  const isAllOpen = named.every(({ open, isDenied }) => open && !isDenied);
  return isAllOpen && !isLimited && charges !== 'some' ? true : null;
}

/** 'none' for the many spellings of "no fees" (edge case 91). A bare "none" counts only in the field for fees. */
function readFees(fees: string | null, accessConstraints: string | null): License['fees'] {
  const [charge, other] = [foldedWords(fees ?? ''), foldedWords(accessConstraints ?? '')];
  if (asksMoney(fees ?? '', charge)) return 'some';
  if (isFree(charge) || isFreeOfCharge(charge)) return 'none';
  return isFreeOfCharge(other) ? 'none' : null;
}

/** Several constraints are joined with semicolons; 'none' if each of them means it. */
function readConstraints(text: string | null): License['constraints'] {
  const pieces = (text ?? '')
    .split(/[;\n]/)
    .map(foldedWords)
    .filter((words) => words.trim() !== '');
  return pieces.length > 0 && pieces.every((words) => isNone(words) || isNoLimit(words)) ? 'none' : null;
}

/** The URL of the license: one that names it before any other. */
function readUrl(texts: readonly string[]): string | null {
  const urls = texts.flatMap((text) => text.slice(0, 20_000).match(/https?:\/\/[^\s<>"'()[\]{}]{4,500}/gi) ?? []);
  const clean = urls.map((url) => url.replace(/[.,;:!?]{1,5}$/, ''));
  return clean.find((url) => findLicenses(foldedWords(url)).length > 0) ?? clean[0] ?? null;
}
