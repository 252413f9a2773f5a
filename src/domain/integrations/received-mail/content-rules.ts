import { MAX_MESSAGE_LENGTH } from '../../realm/settings/limits'
import type { ReceivedEmail } from './email'

const NO_SUBJECT = 'Email with no subject'
const NO_BODY = '(No email body)'
const NO_SENDER = 'a sender without an address'
const TRUNCATED = '\n[message truncated]'
const PREFIX = /^\s*(?:re|aw|antw|sv|vs|tr|rv|res|fw|fwd|wg|i|enc|doorst)\s?(?:\[\d{1,3}\])?\s?:\s*/i
const MAX_PREFIXES = 10

/** Returns the topic for a subject: without the prefixes of answers, and without characters that cannot be printed. */
export function topicOfSubject(subject: string): string {
  let topic = subject.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  for (let count = 0; count < MAX_PREFIXES && PREFIX.test(topic); count++) topic = topic.replace(PREFIX, '')
  return topic.trim() || NO_SUBJECT
}

/** Whether an email passes another one on, so the quoted one is what the author wants to say. */
export const isForwarded = (subject: string): boolean => /^\s*(?:fw|fwd|wg|tr|rv|enc|doorst)\s?:/i.test(subject)

type Content = { sender?: Pick<ReceivedEmail, 'from' | 'from_name'>; body: string; links: readonly string[] }

/** Returns the content of a message. A body that is too long is cut, so that the links to its files remain. */
export function contentOf({ sender, body, links }: Content): string {
  const before = sender === undefined ? '' : `From: ${senderText(sender)}\n\n`
  const text = body.trim() || (links.length > 0 ? '' : NO_BODY)
  const after = links.length === 0 ? '' : `${text === '' ? '' : '\n\n'}${links.join('\n')}`
  const space = MAX_MESSAGE_LENGTH - [...before, ...after].length
  const characters = [...text]
  const own = characters.length <= space ? characters : [...characters.slice(0, space - TRUNCATED.length), TRUNCATED]
  return `${before}${own.join('')}${after}`
}

/** The name and the address come from outside, so they must not be Markdown. */
const senderText = ({ from, from_name }: Pick<ReceivedEmail, 'from' | 'from_name'>): string =>
  asCode(from === '' ? from_name : from_name === '' ? from : `${from_name} <${from}>`) || NO_SENDER

const MAX_SENDER_CHARACTERS = 200

const asCode = (text: string): string => {
  const plain = text.replaceAll(/[`\p{Cc}\p{Cf}]+/gu, '').trim()
  return plain === '' ? '' : `\`${[...plain].slice(0, MAX_SENDER_CHARACTERS).join('')}\``
}

/** Returns a link to a file. Its name comes from outside. */
export const linkToFile = ({ name, path_id }: { name: string; path_id: string }): string =>
  `[${name.replaceAll(/[[\]()<>`\\\p{Cc}\p{Cf}]+/gu, '').trim() || 'file'}](/user_uploads/${path_id})`

/** Returns the line for a file that could not be stored. */
export const omittedFile = (name: string, reason: string): string => `${asCode(name) || 'A file'}: ${reason}`

/** Returns the text of an author who is not proven, without wildcards that would notify many users. */
export const withoutWildcards = (text: string): string =>
  text.replaceAll(/@\*\*(?=(?:all|everyone|channel|stream|topic)\*\*)/gi, '@_**')
