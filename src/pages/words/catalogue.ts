import { de } from './de'
import { emailsDe } from './emails-de'
import { emailsEn, type EmailWords } from './emails-en'
import { en, type Words } from './en'

const CATALOGUES = { en, de } satisfies Record<string, Words>

export type Language = keyof typeof CATALOGUES

const EMAILS: Record<Language, EmailWords> = { en: emailsEn, de: emailsDe }

export const words = (language: Language): Words => CATALOGUES[language]

/** Returns the texts of emails about accounts. */
export const emailWords = (language: Language): EmailWords => EMAILS[language]

/**
 * Returns the language of a page: the first one that the browser prefers and the catalogue has, then the language of the
 * organization, then English. The header is like `de-AT,de;q=0.9,en;q=0.8`.
 */
export function languageFor(accept_language: string, default_language: string): Language {
  const preferred = accept_language
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .map((entry) => {
      const [tag = '', ...options] = entry.split(';').map((part) => part.trim())
      const quality = options.find((option) => option.startsWith('q='))?.slice(2) ?? '1'
      return { tag, quality: Number(quality) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { tag } of [...preferred, { tag: default_language }]) {
    const language = tag.toLowerCase().split('-')[0] ?? ''
    if (isLanguage(language)) return language
  }
  return 'en'
}

const MAX_HEADER_LENGTH = 200

const isLanguage = (name: string): name is Language => Object.hasOwn(CATALOGUES, name)
