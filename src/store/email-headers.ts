import type { RenderedEmail } from './email'

const MAX_VALUE_BYTES = 2048
const MAX_HEADERS = 20

/** The headers that a provider accepts. It writes the other headers itself. */
const ALLOWED = /^(Auto-Submitted|In-Reply-To|References|List-[A-Za-z-]+|Precedence|X-[A-Za-z0-9-]+)$/
const ADDRESS = /^[^\s<>()[\]\\,;:@"\p{Cc}]+@[A-Za-z0-9.-]+$/u

/**
 * Returns why an email must not be sent: a header that providers refuse, a value that would end the header, or a text that is no
 * address. Undefined if there is no reason. The local binding of the platform checks none of this.
 */
export function problemOfEmail({ to, reply_to, subject, from_name, headers }: RenderedEmail): string | undefined {
  if (!ADDRESS.test(to) || (reply_to !== undefined && !ADDRESS.test(reply_to))) return 'an invalid address'
  if (hasControlCharacter(subject) || hasControlCharacter(from_name)) return 'a line break in a name'
  const names = Object.keys(headers)
  if (names.length > MAX_HEADERS) return 'too many headers'
  const [refused] = names.filter((name) => !ALLOWED.test(name) || !isValue(name, headers[name] ?? ''))
  return refused === undefined ? undefined : `the header ${refused}`
}

const hasControlCharacter = (text: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)

function isValue(name: string, value: string): boolean {
  if (value.length > MAX_VALUE_BYTES || !/^[\x20-\x7e]+$/.test(value)) return false
  if (name === 'List-Unsubscribe') return /^<(https:\/\/|mailto:)[^<>\s]+>$/.test(value)
  return name !== 'List-Unsubscribe-Post' || value === 'List-Unsubscribe=One-Click'
}
