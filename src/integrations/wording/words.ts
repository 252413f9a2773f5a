/** Wording that integrations of all kinds share. */

/** Returns a quote block. Its fence is longer than every fence in the text, so that the text cannot end the block. */
export function quoted(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^~{3,}/gm)].map(([fence]) => fence.length))
  const fence = '~'.repeat(longest + 1)
  return `${fence} quote\n${text}\n${fence}`
}

/** Returns a sentence that ends with a colon and a quote, or with a period if there is nothing to quote. */
export const withQuote = (sentence: string, text: string | null | undefined): string =>
  text ? `${sentence}:\n\n${quoted(text)}` : `${sentence}.`

export const link = (text: string | number, url: string | null | undefined): string =>
  url ? `[${text}](${url})` : String(text)

/** Returns `A`, `A and B`, or `A, B and C`. */
export function listed(words: readonly (string | number)[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? String(last) : `${words.slice(0, -1).join(', ')} and ${last}`
}

export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

export const firstLine = (text: string): string => text.split(/\r\n|\r|\n/, 1)[0] ?? ''

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the first part of a message that the service reports as configured. */
export const configured = (title: string, user?: string): string =>
  `${title} webhook has been successfully configured${user ? ` by ${user}` : ''}.`

const ENDS_SENTENCE = /[!-/:-@[-`{-~]$/

export const endsSentence = (text: string): boolean => ENDS_SENTENCE.test(text)

/** Returns a sentence with its period. It has none after a title that ends with a punctuation mark of its own. */
export const endedAfter = (title: string, sentence: string): string => (endsSentence(title) ? sentence : `${sentence}.`)

/** Returns a quote with the fence that some integrations have always used. */
export const quotedWithTicks = (text: string): string => `\`\`\` quote\n${text}\n\`\`\``

/**
 * Returns the start of a text, somewhat longer than a message can be. Some patterns look from each place to the end of the text,
 * so their time is quadratic.
 */
export const startOf = (text: string): string => text.slice(0, 12_000)
