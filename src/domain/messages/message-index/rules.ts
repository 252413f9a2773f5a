import { badRequest, type ApiError } from '../../../api/errors'
import { MAX_MESSAGE_LENGTH } from '../../realm/settings/limits'

export const invalidMessage = badRequest(() => 'Invalid message(s)')
export const messageEmpty = badRequest(() => 'Message must not be empty')
export const messageHasNullBytes = badRequest(() => 'Message must not contain null bytes')

const TRUNCATED = '\n[message truncated]'

/** Returns the content without leading blank lines and trailing white space. Content that is too long is cut, and says so. */
export function normalizeContent(content: string): string {
  const trimmed = content.trimEnd().replace(/^(?:[ \t]*\r?\n)+/, '')
  const characters = trimmed.length > MAX_MESSAGE_LENGTH ? [...trimmed] : []
  return characters.length > MAX_MESSAGE_LENGTH
    ? characters.slice(0, MAX_MESSAGE_LENGTH - TRUNCATED.length).join('') + TRUNCATED
    : trimmed
}

/** Returns why this content cannot be stored, or undefined. */
export function refusalOfContent(content: string): ApiError | undefined {
  if (content === '') return messageEmpty({})
  if (content.includes('\0')) return messageHasNullBytes({})
  return undefined
}
