import { ALL_MESSAGES, messageIds } from './messages'
import { succeeded, type FieldValue, type Person } from './person'

/** The terms of a narrow in a short form. The third value is present if the term is negated. */
export type Terms = [operator: string, operand: FieldValue, negated?: true][]

/** Returns the narrow as clients send it. */
export const narrowOf = (terms: Terms) =>
  terms.map(([operator, operand, negated]) => ({ operator, operand, negated: negated ?? false }))

/** Returns the ids of the messages that this user gets for these terms, oldest first. */
export const idsWithTerms = async (
  person: Person,
  terms: Terms,
  range: Record<string, FieldValue> = ALL_MESSAGES,
): Promise<number[]> => messageIds(succeeded(await person.get('/messages', { narrow: narrowOf(terms), ...range })))
