import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { hashApiKey } from '../../src/api/callers'
import type { RealmObject } from '../../src/realm-object'
import { randomKey } from '../../src/store/random-key'
import { formOf, Person, succeeded, type FieldValue, type Json } from './person'
import { replaceTexts, restoreSnapshot, takeSnapshot, type Snapshot } from './realm-snapshot'
import { send } from './request'
import { avatarHash } from '../../src/domain/people/users/avatar'

export type Channel = { stream_id: number; name: string }

/** The users and channels of the realm that a test gets. */
export type Cast = {
  realm: TestRealm
  ada: Person // owner
  ben: Person // administrator
  cleo: Person // moderator
  dov: Person // member
  ezra: Person // guest
  fig: Person // bot, dov's
  general: Channel // public; all are in it
  vault: Channel // private; ada and ben are in it
  attic: Channel // archived; ada was in it
}

let realmCount = 0

const PASSWORD = 'correct horse battery'

/** One realm of a test. All tests of a run share D1 and R2, so each realm has a name of its own. */
export class TestRealm {
  readonly url: string

  constructor(readonly name: string) {
    this.url = `http://${name}.parley.test`
  }

  /** The realm's object, for faults and clocks. Each call returns a new stub: a stub stays broken after the object crashed. */
  get stub() {
    return env.REALM.get(env.REALM.idFromName(this.name))
  }

  /** Sends a request without credentials. */
  async request(path: string, init?: RequestInit): Promise<Response> {
    return send(new Request(`${this.url}/api/v1${path}`, init))
  }

  async post(path: string, fields: Record<string, FieldValue>, init: RequestInit = {}): Promise<Json> {
    return (await this.request(path, { method: 'POST', body: formOf(fields), ...init })).json()
  }

  async newPerson(name: string, fields: Record<string, FieldValue> = {}): Promise<Person> {
    const full_name = name[0]!.toUpperCase() + name.slice(1)
    const account = { email: `${name}@${this.name}.test`, full_name, password: PASSWORD }
    const { user_id, api_key } = succeeded(await this.post('/dev_create_user', { ...account, ...fields }))
    return new Person(this.url, { ...account, user_id, api_key })
  }
}

/** Returns a realm whose only user is its owner. */
export async function emptyRealm(): Promise<{ realm: TestRealm; ada: Person }> {
  const realm = newTestRealm()
  return { realm, ada: await createRealm(realm) }
}

/** Returns a realm with the cast in it. It is a copy of a realm that was created through the API. */
export async function freshRealm(): Promise<Cast> {
  const { snapshot, cast, seconds } = await (original ??= createOriginal())
  const realm = newTestRealm()
  const replacements = new Map([
    [cast.realm.name, realm.name],
    [String(seconds), String(Math.floor(Date.now() / 1000))],
  ])
  const copyOf = (person: Person): Person => {
    const { email, api_key } = person.account
    const account = { ...person.account, email: replaceTexts(email, replacements), api_key: randomKey(32) }
    replacements.set(avatarHash(email), avatarHash(account.email))
    replacements.set(hashApiKey(api_key), hashApiKey(account.api_key))
    return new Person(realm.url, account)
  }
  const [ada, ben, cleo] = [copyOf(cast.ada), copyOf(cast.ben), copyOf(cast.cleo)]
  const [dov, ezra, fig] = [copyOf(cast.dov), copyOf(cast.ezra), copyOf(cast.fig)]
  const { general, vault, attic }: Pick<Cast, 'general' | 'vault' | 'attic'> = JSON.parse(
    replaceTexts(JSON.stringify({ general: cast.general, vault: cast.vault, attic: cast.attic }), replacements),
  )
  await restoreSnapshot(realm.stub, snapshot, replacements)
  return { realm, ada, ben, cleo, dov, ezra, fig, general, vault, attic }
}

/** Returns a name that no realm has yet. All names have the same length, so rows have the same size in all realms. */
export const newTestRealm = () => new TestRealm(`realm-${String(++realmCount).padStart(5, '0')}`)

async function createRealm(realm: TestRealm): Promise<Person> {
  const owner = { owner_email: `ada@${realm.name}.test`, owner_full_name: 'Ada', owner_password: PASSWORD }
  const authorization = `Bearer ${env.DEPLOYMENT_SECRET}`
  const created = succeeded(await realm.post('/realms', { name: realm.name, ...owner }, { headers: { authorization } }))
  const account = {
    user_id: created.user_id,
    email: owner.owner_email,
    full_name: 'Ada',
    api_key: created.api_key,
    password: PASSWORD,
  }
  return new Person(realm.url, account)
}

type Original = { cast: Cast; seconds: number; snapshot: Snapshot }

let original: Promise<Original> | undefined

/** The clock of this realm stands still, so each time in its storage is the same number. */
async function createOriginal(): Promise<Original> {
  const realm = newTestRealm()
  const seconds = Math.floor(Date.now() / 1000)
  await runInDurableObject(realm.stub, (object: RealmObject) => {
    object.clock = () => seconds * 1000
  })
  const cast = await createCast(realm)
  await forgetEmails(realm)
  return { cast, seconds, snapshot: await takeSnapshot(realm.stub) }
}

/** The emails that welcome the owner are those of another day. */
async function forgetEmails(realm: TestRealm): Promise<void> {
  await runDurableObjectAlarm(realm.stub)
  await runInDurableObject(realm.stub, (_, { storage: { sql } }) => {
    for (const table of ['emails', 'mailbox', 'planned_emails', 'delivery_figures']) {
      sql.exec(`DELETE FROM ${table}`)
      sql.exec('DELETE FROM sqlite_sequence WHERE name = ?', table)
    }
  })
}

async function createCast(realm: TestRealm): Promise<Cast> {
  const ada = await createRealm(realm)
  const ben = await realm.newPerson('ben', { role: 200 })
  const cleo = await realm.newPerson('cleo', { role: 300 })
  const dov = await realm.newPerson('dov', { role: 400 })
  const ezra = await realm.newPerson('ezra', { role: 600 })
  const fig = await newBot(dov, 'fig')
  const general = await newChannel(ada, 'general', [ada, ben, cleo, dov, ezra, fig])
  const vault = await newChannel(ada, 'vault', [ada, ben], { invite_only: true })
  const attic = await newChannel(ada, 'attic', [ada])
  succeeded(await ada.delete(`/streams/${attic.stream_id}`))
  return { realm, ada, ben, cleo, dov, ezra, fig, general, vault, attic }
}

/** Creates a bot that `owner` owns. */
export async function newBot(owner: Person, name: string): Promise<Person> {
  const full_name = name[0]!.toUpperCase() + name.slice(1)
  const email = `${name}-bot@${new URL(owner.realm_url).hostname}`
  const { user_id, api_key } = succeeded(await owner.post('/dev_create_user', { email, full_name, bot: true }))
  return new Person(owner.realm_url, { email, full_name, user_id, api_key, password: '' })
}

/** Creates a channel, and subscribes these people to it. */
export async function newChannel(
  creator: Person,
  name: string,
  people: readonly Person[],
  more: Record<string, FieldValue> = {},
): Promise<Channel> {
  await creator.subscribes({ name }, { principals: people.map((person) => person.id), ...more })
  const { streams } = succeeded(await creator.get('/streams', { include_all: true }))
  return streams.find((channel: Channel) => channel.name === name)
}
