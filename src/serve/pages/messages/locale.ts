// Which language a page is in, and how numbers, days and names of countries are written in it.

import { cookieIn } from '../../http/cookies.ts';
import type { Asked } from '../../http/request.ts';
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
  /** Up to three digits behind the point, for degrees. */
  degrees(value: number): string;
  day(ms: number): string;
  country(code: string): string;
  languageName(code: string): string;
}

/** `lang=` in the address, else the choice made before, else what the browser asks for. */
export function localeOf({ query, headers }: Pick<Asked, 'query' | 'headers'>): Locale {
  const wishes = [
    query.get('lang'),
    cookieIn(headers, languageCookie),
    ...acceptedLanguages(headers['accept-language']),
  ];
  const language = wishes.find((wish): wish is PageLanguage => wish !== null && Object.hasOwn(languages, wish)) ?? 'en';
  return locales[language];
}

/** Without weights: browsers write the best first. */
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

/** DisplayNames throws at what is no code. */
function named(names: Intl.DisplayNames, code: string, form: RegExp): string {
  return form.test(code) ? (names.of(code) ?? code) : code;
}
