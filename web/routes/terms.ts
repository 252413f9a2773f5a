/** A term of a search, as the API has it. Channels and users are ids. */
export type Term = { operator: string; operand: string | number | number[]; negated?: true }

/** The names that an address shows beside ids. They are for people: reading an address ignores them. */
export type Names = { channel: (stream_id: number) => string; user: (user_id: number) => string }

/** The other names of operators. */
export const ALIASES: Record<string, string> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  pm: 'dm',
  from: 'sender',
}

/** Operators whose operand is a user. */
const OF_USER = new Set(['sender', 'dm-including', 'group-pm-with', 'mentions'])

const MAX_TERMS = 20

/** Returns the terms of the parts of an address, such as `channel`, `2-design`, `-has`, `link`. */
export function parseTerms(parts: string[]): Term[] {
  const terms: Term[] = []
  for (let at = 0; at + 1 < parts.length && terms.length < MAX_TERMS; at += 2) {
    const written = parts[at] ?? ''
    const text = decodeOperand(parts[at + 1] ?? '')
    const isNegated = written.startsWith('-')
    const name = isNegated ? written.slice(1) : written
    const operator = ALIASES[name] ?? name
    terms.push({ operator, operand: operandIn(operator, text), ...(isNegated ? { negated: true } : {}) })
  }
  return terms
}

function operandIn(operator: string, text: string): Term['operand'] {
  if (operator === 'dm') {
    const ids = /^\d+(,\d+)*/.exec(text)?.[0].split(',').map(Number)
    return ids === undefined ? text : [...new Set(ids)].sort((a, b) => a - b)
  }
  const id = /^\d+/.exec(text)?.[0]
  const hasId = operator === 'channel' || operator === 'near' || operator === 'with' || OF_USER.has(operator)
  return hasId && id !== undefined ? Number(id) : text
}

/** Returns the part of an address for a term. `parseTerms` returns the term again. */
export function printTerm({ operator, operand, negated }: Term, names: Names): string {
  const sign = negated ? '-' : ''
  return `${sign}${operator}/${operandText(operator, operand, names)}`
}

function operandText(operator: string, operand: Term['operand'], names: Names): string {
  if (typeof operand === 'object')
    return `${operand.join(',')}-${operand.length === 1 ? slug(names.user(operand[0] ?? 0)) : 'group'}`
  if (typeof operand === 'string') return encodeOperand(operand)
  if (operator === 'channel') return `${operand}-${slug(names.channel(operand))}`
  return OF_USER.has(operator) ? `${operand}-${slug(names.user(operand))}` : String(operand)
}

const slug = (name: string) => encodeOperand(name.replaceAll(' ', '-'))

/** Zulip's encoding: as in a URL, with dots in place of percent signs. */
function encodeOperand(text: string): string {
  return encodeURIComponent(text)
    .replace(/[.!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

function decodeOperand(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'))
  } catch {
    return text
  }
}
