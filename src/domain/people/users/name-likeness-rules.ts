import { badRequest, type ApiError } from '../../../api/errors'
import { badName, nameErrors } from './rules'

export const nameLooksLikeOther = badRequest(() => 'Another user has a name like this. Choose another one.')

/** All errors of the name of a link guest. */
export const guestNameErrors = [...nameErrors, nameLooksLikeOther]

/** Characters of other alphabets, and digits, by the Latin characters for which a reader takes them. */
const LOOKS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['а', 'a'],
    ['в', 'b'],
    ['с', 'c'],
    ['ԁ', 'd'],
    ['е', 'e'],
    ['һ', 'h'],
    ['н', 'h'],
    ['і', 'l'],
    ['ј', 'j'],
    ['к', 'k'],
    ['ӏ', 'l'],
    ['м', 'm'],
    ['п', 'n'],
    ['о', 'o'],
    ['р', 'p'],
    ['ԛ', 'q'],
    ['ѕ', 's'],
    ['т', 't'],
    ['ѵ', 'v'],
    ['ԝ', 'w'],
    ['х', 'x'],
    ['у', 'y'],
    ['α', 'a'],
    ['β', 'b'],
    ['ε', 'e'],
    ['η', 'n'],
    ['ι', 'l'],
    ['κ', 'k'],
    ['ν', 'v'],
    ['ο', 'o'],
    ['ρ', 'p'],
    ['τ', 't'],
    ['υ', 'u'],
    ['χ', 'x'],
    ['ı', 'l'],
    ['ø', 'o'],
    ['ł', 'l'],
    ['đ', 'd'],
    ['0', 'o'],
    ['1', 'l'],
    ['3', 'e'],
    ['5', 's'],
    ['i', 'l'],
    ['j', 'l'],
  ].map(([character = '', latin = '']) => [character, latin]),
)

/**
 * Returns what a reader sees of a name at a glance: without accents, spaces and signs, and with one character for all that
 * look like it. Names with the same one can be taken for each other.
 */
export const glanceOf = (full_name: string): string =>
  [
    ...full_name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  ]
    .map((character) => LOOKS_LIKE[character] ?? character)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

// They change the direction of the text beside the name.
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/

/** Refuses a name of a link guest that no reader can tell from others. `glances` are those of the other users. */
export function refusalOfGuestName(full_name: string, glances: Iterable<string>): ApiError | undefined {
  const glance = glanceOf(full_name)
  if (glance === '' || DIRECTIONS.test(full_name)) return badName({})
  for (const other of glances) if (other === glance) return nameLooksLikeOther({})
  return undefined
}
