// `npm run dev`: a server on this machine, with a realm to try. All its data is in one folder (.wrangler, or the value of
// --persist-to), so the next start finds the same realm. dev.json in that folder has the credentials of all users who log in.
// With --small, a new realm has five people and six channels, otherwise 25 people and 63 channels.

import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { messageOf } from '../conversion/failure.ts'
import { askAt } from './api-client.ts'
import { removeOldFilesOfClient } from './build-client.ts'
import { refuseCorrupt } from './check-state.ts'
import { isUsedBy, readNotes, usersWithKeys, writeNotes, type Person } from './dev-people.ts'
import {
  DEFAULT_REALM,
  DEVELOPMENT_SECRET,
  realmExists,
  refuseTakenPort,
  startServer,
  updateDatabases,
  type Started,
} from './dev-server.ts'
import { lockFolder, type Lock } from './folder-lock.ts'
import { seedCompany } from './seed/company.ts'
import { seed } from './seed/seed.ts'
import { writeWireTypes } from './wire-types.ts'

const A_WEEK_IN_SECONDS = 7 * 24 * 3600
const WATCH_MILLISECONDS = 500

const USAGE = 'npm run dev -- --port 8800 --persist-to DIRECTORY [--small]'
const server = requestedServer()

let lock: Lock | undefined
let running: Started | undefined
let stopping = false
let forgetQueue = async (): Promise<unknown> => undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
// If npm is killed, its child processes get no signal. A shell that ends may leave background jobs running on purpose.
const parent = process.ppid
if (process.env.npm_lifecycle_event === 'dev')
  setInterval(() => process.ppid !== parent && stop(), WATCH_MILLISECONDS).unref()

try {
  await start()
} catch (error) {
  if (!stopping) console.error(messageOf(error))
  await end(stopping ? 0 : 1)
}

function requestedServer() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '8787' },
        'persist-to': { type: 'string' },
        small: { type: 'boolean', default: false },
      },
    })
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${values.port} is not a port`)
    const chosen = values['persist-to']
    const folder = resolve(chosen ?? join(import.meta.dirname, '../.wrangler'))
    const state = chosen === undefined ? join(folder, 'state') : folder
    const notes = join(folder, 'dev.json')
    return { url: `http://localhost:${port}`, port, folder, state, notes, isSmall: values.small }
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${USAGE}`)
    process.exit(1)
  }
}

async function start() {
  // wrangler and miniflare take seconds to load.
  console.log(`Starting Parley at ${server.url}, with its data in ${server.folder} …`)
  makeFolder()
  lock = await lockFolder(server.folder, server.url, console.log)
  await refuseTakenPort(server.port)
  const before = readNotes(server.notes)
  if (await isUsedBy(before))
    throw new Error(`The server at ${before.url} uses ${server.folder}: choose another folder with --persist-to`)
  await refuseCorrupt(server)
  await run(updateDatabases(server)).ended
  removeOldFilesOfClient()
  await writeWireTypes()
  const { ended } = run(startServer(server))
  void ended.then((status) => {
    lock?.release()
    process.exit(stopping ? 0 : status)
  })
  const people = (await realmExists(server.url)) ? await usersWithKeys(server.url, before) : await newPeople()
  writeNotes(server.notes, server.url, people)
  await welcome(people)
}

function makeFolder() {
  try {
    mkdirSync(server.folder, { recursive: true })
  } catch (error) {
    throw new Error(`The folder ${server.folder} cannot be used: ${messageOf(error)}\n\n${USAGE}`)
  }
}

function run<Process extends Started>(started: Process): Process {
  running = started
  lock?.add(started.pid)
  if (stopping) started.stop()
  return started
}

async function stop() {
  if (stopping) return
  stopping = true
  // Optional: a queue that no client polls expires by itself.
  await Promise.race([forgetQueue().catch(() => {}), pause(WATCH_MILLISECONDS)])
  await end(0)
}

async function end(status: number) {
  running?.stop()
  await running?.ended.catch(() => {})
  lock?.release()
  process.exit(status)
}

async function newPeople(): Promise<Person[]> {
  console.log('Filling a new realm …')
  const people = await seed(server.url, { realm: DEFAULT_REALM, secret: DEVELOPMENT_SECRET })
  if (!server.isSmall) await seedCompany(server.url, people)
  return Object.values(people)
}

async function welcome([ada, ...others]: readonly Person[]) {
  if (ada === undefined) return
  const { url, notes } = server
  const ask = askAt(url, ada)
  const { queue_id } = await ask<{ queue_id: string }>('POST /register', {
    event_types: ['message'],
    apply_markdown: true,
    queue_lifespan_secs: A_WEEK_IN_SECONDS,
  })
  forgetQueue = () => ask('DELETE /events', { queue_id })
  const api = `${url}/api/v1`
  const as = `-u ${ada.email}:${ada.api_key}`
  const logins = others.filter(({ bot }) => !bot).map(({ email, password }) => `${email} / ${password}`)
  console.log(`
Parley is running: open ${url} in a browser. Its documentation is at ${url}/api

  Log in as  ${ada.email} / ${ada.password}, an owner, with the API key ${ada.api_key}
  Others     ${logins.join('\n             ')}
  All keys   ${notes}

Send a message:
  curl ${as} ${api}/messages -d type=channel -d to=general -d topic=lunch --data-urlencode 'content=Is there *soup*?'
Read the newest messages:
  curl ${as} -G ${api}/messages -d anchor=newest -d num_before=5 -d apply_markdown=false
Receive new messages (waits for the first one):
  curl ${as} -G ${api}/events -d queue_id=${queue_id} -d last_event_id=-1

Ctrl-C stops the server. The realm is kept.`)
}
