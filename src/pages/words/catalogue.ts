import { ar } from './ar'
import { botsAr } from './bots-ar'
import { botsDe } from './bots-de'
import { botsEn, type BotWords } from './bots-en'
import { botsEs } from './bots-es'
import { botsFr } from './bots-fr'
import { botsHi } from './bots-hi'
import { botsJa } from './bots-ja'
import { botsZhHans } from './bots-zh-hans'
import { de } from './de'
import { emailsAr } from './emails-ar'
import { emailsDe } from './emails-de'
import { emailsEn, type EmailWords } from './emails-en'
import { emailsEs } from './emails-es'
import { emailsFr } from './emails-fr'
import { emailsHi } from './emails-hi'
import { emailsJa } from './emails-ja'
import { emailsZhHans } from './emails-zh-hans'
import { en, type Words } from './en'
import { es } from './es'
import { fr } from './fr'
import { hi } from './hi'
import { ja } from './ja'
import { zhHans } from './zh-hans'

type Catalogue = { pages: Words; emails: EmailWords; bots: BotWords }

/**
 * All texts of the server in all languages, by the code of the API. To add a language, write its three files and add its line
 * here. CONTRIBUTING.md has the other steps.
 */
const CATALOGUES = {
  en: { pages: en, emails: emailsEn, bots: botsEn },
  de: { pages: de, emails: emailsDe, bots: botsDe },
  es: { pages: es, emails: emailsEs, bots: botsEs },
  fr: { pages: fr, emails: emailsFr, bots: botsFr },
  hi: { pages: hi, emails: emailsHi, bots: botsHi },
  ar: { pages: ar, emails: emailsAr, bots: botsAr },
  ja: { pages: ja, emails: emailsJa, bots: botsJa },
  'zh-hans': { pages: zhHans, emails: emailsZhHans, bots: botsZhHans },
} satisfies Record<string, Catalogue>

export type Language = keyof typeof CATALOGUES

export const LANGUAGES_OF_TEXTS = Object.keys(CATALOGUES).filter(isLanguage)

/** Returns the texts of pages. */
export const words = (language: Language): Words => CATALOGUES[language].pages

/** Returns the texts of emails. */
export const emailWords = (language: Language): EmailWords => CATALOGUES[language].emails

/** Returns the texts of bot messages and notifications. */
export const botWords = (language: Language): BotWords => CATALOGUES[language].bots

/**
 * Returns the language of a page: the first one that the browser prefers and the catalogue has, then the language of the
 * organization, then English.
 */
export function languageFor(accept_language: string, default_language: string): Language {
  const own = codeOf(default_language)
  return preferredLanguage(accept_language) ?? (isLanguage(own) ? own : 'en')
}

/** Returns the first language that the browser prefers and the catalogue has. The header is like `de-AT,de;q=0.9,en;q=0.8`. */
export function preferredLanguage(accept_language: string): Language | undefined {
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
  return preferred.map(({ tag }) => codeOf(tag)).find(isLanguage)
}

const MAX_HEADER_LENGTH = 200

/** Returns the code for a tag such as `de-AT` or `zh-CN`. Chinese has two scripts, which regions imply. */
function codeOf(tag: string): string {
  const parts = tag.toLowerCase().split('-')
  if (parts[0] !== 'zh') return parts[0] ?? ''
  return parts.some((part) => TRADITIONAL.has(part)) ? 'zh-hant' : 'zh-hans'
}

const TRADITIONAL = new Set(['hant', 'tw', 'hk', 'mo'])

function isLanguage(name: string): name is Language {
  return Object.hasOwn(CATALOGUES, name)
}

/** Returns in which direction a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
