import { askAt, type Ask } from '../api-client.ts'

/** A bot has no password. */
export type Account = { email: string; password?: string; api_key: string; user_id: number }
export type Name = 'ada' | 'ben' | 'cleo' | 'dov' | 'ezra' | 'fig'
export type People = Record<Name, Account>
/** A realm that is filled: how its users send requests, and the ids of its channels. */
export type Place = { url: string; people: People; ask: Record<Name, Ask>; channels: Map<string, number> }

/** Returns how each of the users sends requests. */
export const askAsEach = (url: string, people: People): Record<Name, Ask> => ({
  ada: askAt(url, people.ada),
  ben: askAt(url, people.ben),
  cleo: askAt(url, people.cleo),
  dov: askAt(url, people.dov),
  ezra: askAt(url, people.ezra),
  fig: askAt(url, people.fig),
})
