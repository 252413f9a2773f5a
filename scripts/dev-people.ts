import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { askAt, Refused, type Sender } from './api-client.ts'
import { CAST } from './seed/seed.ts'

type Key = { api_key: string; user_id: number }

/** A user, or a bot, which has no password. */
export type Person = Key & {
  email: string
  password?: string
  full_name?: string
  role?: number
  bot?: boolean
}

type Notes = { url: string; people: Person[]; bots: Person[] }

/**
 * Reads dev.json: the URL of the server, and the credentials of all users. The server stores only hashes of API keys, so
 * this file has the only copy. A key that still works is reused, and a new one comes from a login. A bot has no password.
 */
export function readNotes(file: string): Notes {
  const nothing: Notes = { url: '', people: [], bots: [] }
  try {
    return { ...nothing, ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch {
    return nothing
  }
}

export function writeNotes(file: string, url: string, everyone: readonly Person[]): void {
  const noted = (isBot: boolean) => everyone.filter(({ bot = false }) => bot === isBot).map(noteOf)
  // A process that dies here leaves the old file.
  writeFileSync(`${file}.new`, `${JSON.stringify({ url, people: noted(false), bots: noted(true) }, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}

const noteOf = ({ email, password, api_key, role, user_id, full_name }: Person) => {
  return { email, password, api_key, role, user_id, full_name }
}

/** Returns whether a server at the noted URL uses this realm: only that one accepts the keys. Two servers would damage it. */
export async function isUsedBy({ url, people: [person] }: Notes): Promise<boolean> {
  if (person === undefined) return false
  return (await validKeyOf(url, person).catch(() => undefined)) !== undefined
}

/** Returns all users with a key that works. Those who were erased or deactivated are left out. Throws if no user can log in. */
export async function usersWithKeys(
  url: string,
  { people, bots }: Notes,
  say: (text: string) => void = console.log,
): Promise<Person[]> {
  const users: Person[] = []
  for (const person of Object.values(CAST)) {
    const noted = people.find(({ email }) => email === person.email)
    try {
      users.push({ ...person, ...((noted && (await validKeyOf(url, noted))) ?? (await logIn(url, person))) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      say(`${person.email} cannot log in any more: ${error.message}`)
    }
  }
  if (users.length === 0) throw new Error('No user can log in. Delete the folder, and start again')
  for (const noted of bots) {
    const key = await validKeyOf(url, noted)
    if (key) users.push({ ...noted, ...key, bot: true })
  }
  return users
}

async function validKeyOf(url: string, { email, api_key }: Sender): Promise<Key | undefined> {
  try {
    const { user_id } = await askAt(url, { email, api_key })<{ user_id: number }>('GET /users/me')
    return { api_key, user_id }
  } catch (error) {
    if (error instanceof Refused && KEY_IS_OLD.has(error.code)) return undefined
    throw error
  }
}

const KEY_IS_OLD = new Set(['INVALID_API_KEY', 'USER_DEACTIVATED'])

async function logIn(url: string, { email, password }: { email: string; password: string }): Promise<Key> {
  const { api_key, user_id } = await askAt(url)<Key>('POST /fetch_api_key', { username: email, password })
  return { api_key, user_id }
}
