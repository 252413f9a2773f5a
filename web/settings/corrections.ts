import { language } from '../words/language'

/** Where a text is in the sources, the English text, and its translation. */
export type Text = [name: string, english: string, translation: string]

/** Fetches all texts in the language of the interface. A build has a file for each language. */
export async function fetchTexts(): Promise<Text[]> {
  const response = await fetch(`/translations/${language}.json`)
  const texts: Text[] = await response.json()
  return texts
}

/** Where this browser keeps what the user wrote, until the user deletes it. */
const KEPT = `corrections-${language}`

export type Corrections = Record<string, string>

export function keptCorrections(): Corrections {
  const kept: Corrections = JSON.parse(localStorage.getItem(KEPT) ?? '{}')
  return kept
}

export const keepCorrections = (corrections: Corrections): void =>
  localStorage.setItem(KEPT, JSON.stringify(corrections))

/** Returns the texts for which the user wrote another one. */
export const correctedTexts = (texts: readonly Text[], corrections: Corrections): Text[] =>
  texts.filter(([name, , translation]) => (corrections[name]?.trim() || translation) !== translation)

/** Returns what the user sends. The readers of an issue need no other language than English. */
export function textToSend(texts: readonly Text[], corrections: Corrections): string {
  const lines = correctedTexts(texts, corrections).flatMap(([name, english, translation]) => [
    '',
    name,
    `English: ${english}`,
    `Now: ${translation}`,
    `Better: ${corrections[name]?.trim()}`,
  ])
  return [`Corrections of Parley's translation (${language})`, ...lines].join('\n')
}
