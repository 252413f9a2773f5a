import type { First, Rest } from './catalogue'
import { replaceText } from './translated'

// The language of the client. The first view waits for the texts that it needs (`first.ts`). Views that load later wait for all
// others (`rest.ts`).

/**
 * The languages besides English, by the code of the API. To add one, write its files, and add its line here: CONTRIBUTING.md has
 * all steps.
 */
const CATALOGUES: Record<string, () => Promise<First & { rest: () => Promise<Rest> }>> = {
  ar: () => import('./ar/first'),
  de: () => import('./de/first'),
  es: () => import('./es/first'),
  fr: () => import('./fr/first'),
  hi: () => import('./hi/first'),
  ja: () => import('./ja/first'),
  'zh-hans': () => import('./zh-hans/first'),
}

/** Where this browser remembers the language of the user, who is known only after the start. */
const KEPT = 'language'

/** Returns the code of the language for a tag such as `de-AT` or `zh-CN`. Chinese in traditional characters is another one. */
const codeOf = (tag: string): string =>
  /^zh(?!.*(hant|tw|hk|mo))/i.test(tag) ? 'zh-hans' : tag.toLowerCase().split('-')[0]!

/** Returns whether the client has texts in a language of the API. */
export const isTranslated = (tag: string): boolean => codeOf(tag) === 'en' || codeOf(tag) in CATALOGUES

/** Before the first login, the language is the first one of the browser that the client has. */
export const language = codeOf(
  [globalThis.localStorage?.getItem(KEPT) ?? '', ...navigator.languages].find(isTranslated) ?? 'en',
)

/** In which direction the language is written. */
export const direction = language === 'ar' ? 'rtl' : 'ltr'

/** How dates, times and numbers are written: as the browser wants it in this language, with the digits of counts in texts. */
export const locale = new Intl.Locale(
  navigator.languages.find((tag) => codeOf(tag) === language) ?? language,
  language === 'ar' ? { numberingSystem: 'latn' } : {},
).toString()

/**
 * Keeps the language that the user chose. Returns whether it is another one than that of the interface, so that the client must
 * start again.
 */
export function isOtherLanguage(tag: string): boolean {
  const chosen = isTranslated(tag) ? codeOf(tag) : 'en'
  localStorage.setItem(KEPT, chosen)
  return chosen !== language
}

/** When the texts of later views are there. English ones are in the scripts of their views. */
export let restLoaded: Promise<void> | undefined

/** Starts the client once the texts of the first view are there. If they cannot be loaded, it starts in English. */
export function startTranslated(start: () => void): void {
  const load = CATALOGUES[language]
  if (load === undefined) return start()
  const loading = load().then(({ rest, ...first }) => {
    replaceText(first)
    return rest
  })
  restLoaded = loading
    .then((rest) => rest())
    .then(replaceText)
    .catch(() => {})
  void loading.catch(() => {}).then(start)
}
