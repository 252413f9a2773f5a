import type { EmailWords } from '../../../pages/words/emails-en'
import { isTopicResolved, RESOLVED_PREFIX } from '../../channels/topics/rules'

const MAX_NAMED = 3
const RESOLVED = '[resolved] '

/** Returns the subject of emails about a topic. Mail programs ignore a prefix in brackets when they collect a thread. */
export const subjectOfTopic = (channel_name: string, topic: string): string =>
  isTopicResolved(topic)
    ? `${RESOLVED}#${channel_name} > ${topic.slice(RESOLVED_PREFIX.length)}`
    : `#${channel_name} > ${topic}`

type Words = EmailWords['missed']

/** Returns the subject of emails about direct messages, by the names of the other users. */
export function subjectOfDirectMessages(names: readonly string[], words: Words): string {
  if (names.length <= 1) return words.directSubject(names[0] ?? words.yourself)
  if (names.length <= MAX_NAMED) return words.groupSubject(names)
  const named = names.slice(0, MAX_NAMED - 1)
  return words.groupSubject([...named, words.others(names.length - named.length)])
}
