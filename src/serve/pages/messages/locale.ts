// The language of a page, and how numbers, dates and country names are written in it.

import { cookieIn } from '../../http/cookies.ts';
import type { HttpRequest } from '../../http/request.ts';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';

const languages = { en, de } as const;
export type PageLanguage = keyof typeof languages;

export const languageCookie = 'lang';

export interface Locale {
  readonly language: PageLanguage;
  readonly other: PageLanguage;
  readonly say: Messages;
  number(value: number): string;
  /** Up to three decimals, for degrees. */
  degrees(value: number): string;
  day(ms: number): string;
  country(code: string): string;
  languageName(code: string): string;
}

/** `lang=` in the URL, else the saved choice, else the browser's preference. */
export function localeOf({ query, headers }: Pick<HttpRequest, 'query' | 'headers'>): Locale {
  const preferences = [
    query.get('lang'),
    cookieIn(headers, languageCookie),
    ...acceptedLanguages(headers['accept-language']),
  ];
  const language =
    preferences.find(
      (requested): requested is PageLanguage => requested !== null && Object.hasOwn(languages, requested),
    ) ?? 'en';
  return locales[language];
}

/** Weights are ignored: browsers list the preferred language first. */
function acceptedLanguages(header: string | undefined): readonly string[] {
  return (header ?? '').split(',').map((range) => range.trim().slice(0, 2).toLowerCase());
}

const locales: Readonly<Record<PageLanguage, Locale>> = { en: createLocale('en'), de: createLocale('de') };

function createLocale(language: PageLanguage): Locale {
  const numbers = new Intl.NumberFormat(language);
  const degrees = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const countries = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' });
  return {
    language,
    other: language === 'en' ? 'de' : 'en',
    say: languages[language],
    number: (value) => numbers.format(value),
    degrees: (value) => `${degrees.format(value)}°`,
    day: (ms) => days.format(ms),
    country: (code) => named(countries, code, /^[A-Za-z]{2}$/),
    languageName: (code) => named(names, code, /^[A-Za-z]{2,3}$/),
  };
}

/** DisplayNames throws for invalid codes. */
function named(names: Intl.DisplayNames, code: string, form: RegExp): string {
  return form.test(code) ? (names.of(code) ?? code) : code;
}
