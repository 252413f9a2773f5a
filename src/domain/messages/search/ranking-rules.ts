/** What the order of matches depends on. It has no message and no query, so a client that has the texts can fill it. */
export type RankedMatch = {
  id: number
  timestamp: number
  /** How many of the searched words are in the topic. */
  words_in_topic: number
  /** How often searched words are in the text, each counted at most `MAX_OCCURRENCES` times. */
  occurrences: number
  /** Characters of the text. */
  length: number
  /** The text or the topic has what was written, as it was written. */
  is_literal: boolean
  /** The message names the reader, or is a direct message. */
  is_personal: boolean
}

type Context = { now: number; num_words: number }

export const MAX_OCCURRENCES = 8

const DAY_SECONDS = 86_400
/** After so many days, what a message gets for its age is half. */
const HALF_AGE_DAYS = 30
const ORDINARY_LENGTH = 300

const WEIGHTS = { topic: 3, literal: 2, density: 2, age: 1.5, personal: 0.5 }

/** Returns the ids of the matches, the most relevant first. Of two that are equally relevant, the newer one is first. */
export const rankMatches = (matches: readonly RankedMatch[], context: Context): number[] =>
  matches
    .map((match) => ({ id: match.id, relevance: relevanceOf(match, context) }))
    .sort((a, b) => b.relevance - a.relevance || b.id - a.id)
    .map(({ id }) => id)

/**
 * Returns how relevant a match is. Words in the topic count most, then words as they were written, then how much of the text they
 * are. A new message counts more than an old one of the same kind.
 */
export function relevanceOf(match: RankedMatch, { now, num_words }: Context): number {
  const ageDays = Math.max(0, now - match.timestamp) / DAY_SECONDS
  const usual = 1 + match.length / ORDINARY_LENGTH
  return (
    (num_words === 0 ? 0 : (WEIGHTS.topic * match.words_in_topic) / num_words) +
    (match.is_literal ? WEIGHTS.literal : 0) +
    (WEIGHTS.density * match.occurrences) / (match.occurrences + usual) +
    (WEIGHTS.age * HALF_AGE_DAYS) / (HALF_AGE_DAYS + ageDays) +
    (match.is_personal ? WEIGHTS.personal : 0)
  )
}
