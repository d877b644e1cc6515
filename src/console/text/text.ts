import type { Catalogue, TextKey } from './catalogue.ts';
import { english } from './en/english.ts';

export type { TextKey };

/** What is put into a text. */
export type Values = Readonly<Record<string, string | number>>;

/** Languages, by the names that they have for themselves. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

const remembered = 'diglot.language';

let catalogue: Catalogue = english;
let current: Language = 'en';

const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name);

/** The language chosen in this browser, else the one the browser asks for, else English. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(remembered) ?? '', ...navigator.languages.map((name) => name.slice(0, 2))];
  return wanted.find(isLanguage) ?? 'en';
}

/** Loads a language's texts, before anything is shown. */
export async function loadLanguage(language: Language): Promise<void> {
  current = language;
  catalogue = language === 'de' ? (await import('./de/german.ts')).german : english;
  document.documentElement.lang = language;
}

/** Changes the language for good, and shows the page again in it. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(remembered, language);
  location.reload();
}

/** The language that is shown. */
export const currentLanguage = (): Language => current;

/** Whether there is a text of this name: names that the gateway sends may be newer than the console. */
export const isTextKey = (name: string): name is TextKey => Object.hasOwn(english, name);

/** The text of a key in the language that is shown. */
export function t(key: TextKey, values: Values = {}): string {
  const message = catalogue[key];
  const text = typeof message === 'string' ? message : message[pluralOf(values['count'])];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function pluralOf(count: string | number | undefined): 'one' | 'other' {
  const form = new Intl.PluralRules(current).select(Number(String(count ?? 0).replaceAll('\u2009', '')));
  return form === 'one' ? 'one' : 'other';
}
