import type { Text } from './converted.ts'

const MAX_EXAMPLES = 5

/** Why a conversion leaves something out, or what the person must know of it. The client has a text for each. */
export const SKIP_REASONS = [
  'the row cannot be read',
  'a message is empty',
  'a notice of a change',
  'an entry is no message',
  'an emoji is unknown',
  'an emoji has no picture',
  'a picture of an emoji is missing',
  'a file is missing in the export',
  'a file was deleted or hidden at Slack',
  'a message of Slack itself',
  'a direct conversation: the export does not say who is in it',
  'a private thread: the export does not say who can read it',
  'a message of a conversation that was left out',
  'a message of a channel that was left out',
  'a message of a room that was left out',
  'a message of a channel that the export does not list',
  'a reaction without the names of users',
  'a private channel of a team',
  'a room of livechat',
  'a file is no exported channel',
  'a message was deleted at Slack',
  'an encrypted message',
  'a file could not be downloaded',
  'a day of a conversation that the export does not list',
  'the name of a file is not UTF-8, so some characters are a guess',
  'a file is there several times, and only the last one counts',
] as const

export type SkipReason = (typeof SKIP_REASONS)[number]

export type ConversionReport = {
  converted: Record<string, number>
  skipped: Record<string, { number: number; examples: string[] }>
}

/** What a conversion found, and what it left out and why. */
export class Report {
  #counts: ConversionReport['converted'] = {}
  #skipped: ConversionReport['skipped'] = {}

  /** Counts, and returns how many there are now. */
  count(name: string, number = 1): number {
    return (this.#counts[name] = (this.#counts[name] ?? 0) + number)
  }

  skip(reason: SkipReason, example: Text = ''): void {
    const skipped = (this.#skipped[reason] ??= { number: 0, examples: [] })
    skipped.number++
    if (skipped.examples.length < MAX_EXAMPLES && example !== '') skipped.examples.push(String(example).slice(0, 200))
  }

  result(): ConversionReport {
    return { converted: { ...this.#counts }, skipped: { ...this.#skipped } }
  }
}
