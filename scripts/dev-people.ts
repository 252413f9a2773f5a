import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { askAt, Refused } from './api-client.ts'
import { CAST } from './seed.ts'

/**
 * Reads dev.json: the URL of the server, and the credentials of all users. The server stores only hashes of API keys, so
 * this file has the only copy. A key that still works is reused, and a new one comes from a login. A bot has no password.
 */
export function readNotes(file) {
  const nothing = { url: '', people: [], bots: [] }
  try {
    return { ...nothing, ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch {
    return nothing
  }
}

export function writeNotes(file, url, everyone) {
  const noted = (isBot) => everyone.filter(({ bot = false }) => bot === isBot).map(noteOf)
  // A process that dies here leaves the old file.
  writeFileSync(`${file}.new`, `${JSON.stringify({ url, people: noted(false), bots: noted(true) }, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}

const noteOf = ({ email, password, api_key, role, user_id, full_name }) => {
  return { email, password, api_key, role, user_id, full_name }
}

/** Returns whether a server at the noted URL uses this realm: only that one accepts the keys. Two servers would damage it. */
export async function isUsedBy({ url, people: [person] }) {
  if (person === undefined) return false
  return (await validKeyOf(url, person).catch(() => undefined)) !== undefined
}

/** Returns all users with a key that works. Those who were erased or deactivated are left out. Throws if no user can log in. */
export async function usersWithKeys(url, { people, bots }, say = console.log) {
  const users = []
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

async function validKeyOf(url, { email, api_key }) {
  try {
    const { user_id } = await askAt(url, { email, api_key })('GET /users/me')
    return { api_key, user_id }
  } catch (error) {
    if (error instanceof Refused && KEY_IS_OLD.has(error.code)) return undefined
    throw error
  }
}

const KEY_IS_OLD = new Set(['INVALID_API_KEY', 'USER_DEACTIVATED'])

async function logIn(url, { email, password }) {
  const { api_key, user_id } = await askAt(url)('POST /fetch_api_key', { username: email, password })
  return { api_key, user_id }
}
