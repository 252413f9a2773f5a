import { ALIASES, type Term } from '../routes/terms'
import { bestMatches, foldedName } from './best-matches'
import { fold } from './fold'
import { DATES, rangeOfDate } from './search-dates'
import type { OwnState } from '../wire/own-state'
import { searchWords as words } from '../words/en-search'

export type Suggestion = { term: Term } | { operator: string; negated: boolean }

/** Operators whose operand is one of a few words. */
export const CHOICES: Record<string, string[]> = {
  is: ['unread', 'mentioned', 'starred', 'dm', 'followed', 'resolved', 'alerted', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  in: ['home', 'all'],
  channels: ['public', 'web-public', 'archived'],
}

/** All operators that the search offers, the most useful first. */
const OPERATORS = 'sender channel topic dm dm-including is has date mentions in channels near with id'.split(' ')

/** Other names of operators, which are offered when their first letters are written. `to` is a person or a channel. */
const OTHER_NAMES = ['from', 'to']

const OF_USER = new Set(['sender', 'dm', 'dm-including', 'mentions'])
const OF_ID = new Set(['near', 'with', 'id'])
const MOST = 10
const MAX_OF_A_KIND = 4

/** Returns what the text of the search field may mean: operators, operands, or words in messages. */
export function suggest(state: OwnState, text: string): Suggestion[] {
  const written = text.trim()
  const parts = /^(-?)([a-z-]+):(.*)$/is.exec(written)
  const named = parts?.[2]?.toLowerCase() ?? ''
  const operator = ALIASES[named] ?? named
  const [operand, isNegated] = [parts?.[3]?.trim() ?? '', parts?.[1] === '-']
  if (operator === 'to') return recipientsLike(state, operand, isNegated)
  if (OPERATORS.includes(operator))
    return operandsOf(state, operator, operand)
      .slice(0, MOST)
      .map((found) => ({ term: termOf(operator, found, isNegated) }))
  const negated = written.startsWith('-')
  const word = negated ? written.slice(1) : written
  const names = word === '' ? OPERATORS : [...OPERATORS, ...OTHER_NAMES]
  const operators = names.filter((name) => name.startsWith(word.toLowerCase()))
  if (word === '') return operators.map((name) => ({ operator: name, negated }))
  const of = (name: string) =>
    operandsOf(state, name, word)
      .slice(0, MAX_OF_A_KIND)
      .map((operand): Suggestion => ({ term: termOf(name, operand, negated) }))
  const all: Suggestion[] = [
    { term: termOf('search', word, negated) },
    ...operators.map((name) => ({ operator: name, negated })),
    ...['is', 'has', 'date', 'channel', 'sender', 'dm'].flatMap(of),
  ]
  return all.slice(0, MOST)
}

function termOf(operator: string, operand: Term['operand'], negated: boolean): Term {
  const value = operator === 'dm' && typeof operand === 'number' ? [operand] : operand
  return { operator, operand: value, ...(negated ? { negated: true as const } : {}) }
}

function operandsOf(state: OwnState, operator: string, text: string): (string | number)[] {
  const folded = fold(text)
  const choices = CHOICES[operator]
  if (operator === 'date') return datesLike(text)
  if (choices !== undefined) return choices.filter((choice) => choice.startsWith(folded))
  if (OF_ID.has(operator)) return /^\d{1,15}$/.test(text) ? [operator === 'id' ? text : Number(text)] : []
  if (operator === 'topic') return topicsLike(state, text)
  return OF_USER.has(operator) ? usersLike(state, text) : channelsLike(state, text)
}

/** Returns the ids of users, those who are deactivated at the end. `me` is the reader. */
function usersLike({ user_id: own, ...state }: OwnState, text: string): number[] {
  const { realm_users, realm_non_active_users, cross_realm_bots } = state
  const found = bestMatches([...realm_users, ...cross_realm_bots, ...realm_non_active_users], text, {
    nameOf: ({ full_name }) => foldedName(full_name),
    most: MOST,
    isLast: ({ user_id }) => realm_non_active_users.has(user_id),
  }).map(({ user_id }) => user_id)
  const isOwnFirst = text === '' || fold(text) === 'me'
  return isOwnFirst ? [own, ...found.filter((user_id) => user_id !== own)] : found
}

function channelsLike({ subscriptions, unsubscribed, never_subscribed }: OwnState, text: string): number[] {
  const rows = [...subscriptions, ...unsubscribed, ...never_subscribed]
  const nameOf = ({ name }: { name: string }) => foldedName(name)
  return bestMatches(rows, text, { nameOf, most: MOST }).map(({ stream_id }) => stream_id)
}

/** What was written to a person, to a channel, or directly to the reader. */
function recipientsLike(state: OwnState, text: string, isNegated: boolean): Suggestion[] {
  const people = usersLike(state, text).map((user_id) =>
    user_id === state.user_id ? termOf('is', 'dm', isNegated) : termOf('dm', user_id, isNegated),
  )
  const channels = channelsLike(state, text).map((stream_id) => termOf('channel', stream_id, isNegated))
  return [...people.slice(0, MOST - MAX_OF_A_KIND), ...channels.slice(0, MAX_OF_A_KIND)].map((term) => ({ term }))
}

/** Returns the times whose English name, or name in the language of the reader, begins with the text. Or the date that was written. */
function datesLike(text: string): string[] {
  const folded = fold(text)
  if (text !== '' && rangeOfDate(text, new Date()) !== undefined) return [text]
  return DATES.filter((date) =>
    [date, date.replace('-', ' '), fold(words.dates[date] ?? '')].some((name) => name.startsWith(folded)),
  )
}

function topicsLike(state: OwnState, text: string): string[] {
  const folded = fold(text)
  const names = new Set<string>(text === '' ? [] : [text])
  for (const { topic_name } of state.user_topics) names.add(topic_name)
  for (const { topic } of state.unread_msgs.streams) names.add(topic)
  return [...names].filter((name) => name !== '' && fold(name).includes(folded))
}
