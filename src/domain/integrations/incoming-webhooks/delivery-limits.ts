import { MAX_MESSAGE_LENGTH } from '../../realm/settings/limits'
import type { WebhookText } from './actions'

const MAX_MESSAGES = 20
const MAX_CHARACTERS = 4 * MAX_MESSAGE_LENGTH
/** A character has up to two code units, and a longer message is cut with a notice. */
const MAX_MESSAGE_CODE_UNITS = 2 * MAX_MESSAGE_LENGTH + 1

export const cutContent = (content: string): string => content.slice(0, MAX_MESSAGE_CODE_UNITS)

/** Returns the messages of a delivery within the limits, so that it fills no channel. The last one says how many are missing. */
export function withinLimits(texts: readonly WebhookText[]): WebhookText[] {
  let characters = 0
  const kept: WebhookText[] = []
  for (const text of texts) {
    const content = cutContent(text.content)
    characters += content.length
    if (kept.length === MAX_MESSAGES || (kept.length > 0 && characters > MAX_CHARACTERS)) break
    kept.push({ ...text, content })
  }
  const missing = texts.length - kept.length
  const last = kept.at(-1)
  return missing === 0 || last === undefined
    ? kept
    : [...kept, { ...last, content: leftOut(missing), controls: undefined }]
}

const leftOut = (count: number) =>
  count === 1
    ? 'One more message of this delivery was left out.'
    : `${count} more messages of this delivery were left out.`
