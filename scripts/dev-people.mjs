import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { askAt, Refused } from './api-client.mjs'
import { CAST } from './seed.mjs'

/**
 * dev.json: where the server is, and everybody's way in. The server keeps only hashes of API keys, so what is noted here
 * is all there is: a key that still works is kept, another is made by logging in. A bot has no password, and without
 * its key no other way in.
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
  // A process that dies in the middle leaves the old notes.
  writeFileSync(`${file}.new`, `${JSON.stringify({ url, people: noted(false), bots: noted(true) }, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}

const noteOf = ({ email, password, api_key, role, user_id, full_name }) => {
  return { email, password, api_key, role, user_id, full_name }
}

/** Two servers on one store would overwrite each other's realm. Whoever knows the keys of last time is the other one. */
export async function isHeldBy({ url, people: [person] }) {
  if (person === undefined) return false
  return (await stillKnown(url, person).catch(() => undefined)) !== undefined
}

export async function peopleKnown(url, { people, bots }) {
  const known = []
  for (const person of Object.values(CAST)) {
    const noted = people.find(({ email }) => email === person.email)
    known.push({ ...person, ...((noted && (await stillKnown(url, noted))) ?? (await logIn(url, person))) })
  }
  for (const noted of bots) {
    const given = await stillKnown(url, noted)
    if (given) known.push({ ...noted, ...given, bot: true })
  }
  return known
}

async function stillKnown(url, { email, api_key }) {
  try {
    const { user_id } = await askAt(url, { email, api_key })('GET /users/me')
    return { api_key, user_id }
  } catch (error) {
    if (error instanceof Refused && error.code === 'INVALID_API_KEY') return undefined
    throw error
  }
}

async function logIn(url, { email, password }) {
  try {
    const { api_key, user_id } = await askAt(url)('POST /fetch_api_key', { username: email, password })
    return { api_key, user_id }
  } catch (error) {
    if (error instanceof Refused && error.code === 'AUTHENTICATION_FAILED')
      throw new Error(`${email} cannot log in: was the realm filled only in part? Delete its folder and start again`)
    throw error
  }
}
