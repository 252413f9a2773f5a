import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { vi } from 'vitest'
import { continueErasures } from '../../src/domain/data/account-erasure/due-work'
import { recoverNext } from '../../src/domain/data/restores/recover'
import { RealmObject } from '../../src/realm-object'
import type { Realm } from '../../src/realm'
import { restoreModel, type State, type Step } from '../../world/models/restore'
import { doDueWork } from '../support/alarms'
import { Browser } from '../support/browser'
import { whileD1Answers } from '../support/d1-faults'
import { evict } from '../support/faults'
import { testModel } from '../support/models'
import { succeeded, type Person } from '../support/person'
import { realmWithHistory, type World } from '../support/point-in-time'
import { asOperator } from '../support/realm-copies'
import { selectRows } from '../support/tables'

/** The model begins after this step of the recovery. */
const STEP = { texts: 'replaced_messages', erasures: 'erasures', end: 'end' } as const

const MAX_PAGES = 30

/** A realm in which one user edits a message, and another erases the account. It does what the steps of the model say. */
class RealRealm {
  #moment = 0
  #restores = 0
  #edits = 0
  #answer = Promise.withResolvers<void>()
  #run: Promise<unknown> = Promise.resolve()
  #isReading = false

  constructor(
    readonly world: World,
    readonly edited: number,
    readonly gus: Person,
  ) {}

  async do({ do: what }: Step, before: State): Promise<void> {
    const { world, edited, gus } = this
    const { realm, dov, history, pass } = world
    if (what === 'edit') succeeded(await dov.patch(`/messages/${edited}`, { content: `text ${++this.#edits}` }))
    if (what === 'erase') {
      const browser = await new Browser(realm.url).logIn(gus)
      const fields = { email: gus.email, deletes_messages: true }
      succeeded(await browser.post('/parley/users/me/erasure', fields))
    }
    if (what === 'delete') while (await this.#hasWork()) await this.#inRealm((host) => continueErasures.run(host))
    if (what === 'remember') {
      this.#moment = await history.remember()
      pass(11 * 60)
    }
    if (what === 'restore') await this.#restore()
    if (what === 'recover') await this.#recover(before)
    if (what === 'read') await this.#read(before)
    if (what === 'write') await this.#write(before)
    if (what === 'restart') await this.#restart()
    await this.#inRealm((host) => host.outbox.drain())
  }

  async #restore(): Promise<void> {
    await this.#endRun()
    const target = this.#restores++ === 0 ? { moment: this.#moment } : { undoes: this.#restores - 1 }
    succeeded(await asOperator(this.world.realm, 'POST /parley/restores', target))
    await this.world.history.restart()
    await this.#untilStep(STEP.texts)
    this.world.pass(11 * 60)
  }

  async #recover({ recovering }: State): Promise<void> {
    if (recovering === 'texts') await this.#untilStep(STEP.erasures)
    if (recovering === 'erasures') await this.#untilStep(STEP.end)
    while (recovering === 'end' && !(await this.#inRealm(recoverNext)));
  }

  async #untilStep(step: string): Promise<void> {
    succeeded(await asOperator(this.world.realm, 'GET /parley/restores'))
    for (let pages = 0; (await this.#state()).step !== step; pages++) {
      if (pages === MAX_PAGES)
        throw new Error(`The recovery does not come to ${step}: ${JSON.stringify(await this.#state())}`)
      await this.#inRealm(recoverNext)
    }
  }

  /** A run reads, and its answer arrives when the model says so. */
  async #read({ recovering, realm, d1 }: State): Promise<void> {
    const isSame = realm.text === d1.text && realm.hasOwn === d1.hasOwn
    const part = recovering === 'erasures' ? 'FROM erased_users' : isSame ? 'FROM replaced_bodies' : 'WITH first'
    // All promises belong to the object: the runtime lets no object wait for those of another one.
    const wait = () => {
      this.#isReading = true
      this.#answer = Promise.withResolvers()
      return this.#answer.promise
    }
    whileD1Answers(this.world.realm, wait, part)
    this.#run = this.#inRealm(recoverNext)
    while (!this.#isReading) await this.#inRealm(() => undefined)
  }

  async #write({ run, recovering, restores }: State): Promise<void> {
    await this.#endRun()
    if (run?.step === recovering && run?.restore === restores) await this.#recover({ recovering } as State)
  }

  async #endRun(): Promise<void> {
    if (this.#isReading) await this.#inRealm(() => this.#answer.resolve())
    await this.#run
    this.#isReading = false
  }

  async #restart(): Promise<void> {
    // An instance whose run waits cannot be evicted: the run ends without its answer.
    this.#run = this.#run.catch(() => undefined)
    if (this.#isReading) await this.#inRealm(() => this.#answer.reject(new Error('The realm restarts')))
    await this.#run
    await evict(this.world.realm)
    this.#isReading = false
    succeeded(await asOperator(this.world.realm, 'GET /parley/restores'))
  }

  async #state(): Promise<{ phase: string | null; step: string }> {
    const [row] = await selectRows(this.world.realm, 'SELECT phase, step FROM restore_state')
    return row as { phase: string | null; step: string }
  }

  async #hasWork(): Promise<boolean> {
    return (await selectRows(this.world.realm, 'SELECT user_id FROM erasure_work')).length > 0
  }

  #inRealm<Result>(act: (realm: Realm) => Promise<Result> | Result): Promise<Result> {
    return runInDurableObject(this.world.realm.stub, async (object) => {
      if (!(object instanceof RealmObject)) throw new Error('This object is no realm')
      return act((object as unknown as { host: Realm }).host)
    })
  }

  get seen() {
    return this.#seen()
  }

  async #seen() {
    const { realm } = this.world
    const texts = await env.DB.prepare('SELECT content FROM messages WHERE realm_id = ? AND is_deleted IS NULL')
      .bind(realm.name)
      .all<{ content: string }>()
    const contents = texts.results.map(({ content }) => content)
    const erased = await selectRows(realm, 'SELECT user_id FROM erased_users')
    const { phase } = await this.#state()
    return {
      text: contents.find((content) => content.startsWith('text')),
      hasOwn: contents.includes('my own'),
      isErased: erased.length > 0,
      hasWork: await this.#hasWork(),
      isRecovering: phase === 'recovering',
    }
  }
}

async function begin(): Promise<RealRealm> {
  // Each way has a clock and a history of its own.
  vi.restoreAllMocks()
  const world = await realmWithHistory()
  const gus = await world.realm.newPerson('gus')
  await gus.subscribes(world.general)
  const edited = await world.dov.sends(world.general, 'lunch', 'text 0')
  await gus.sends(world.general, 'lunch', 'my own')
  // No row waits for D1 at the moment.
  await doDueWork(world.realm)
  return new RealRealm(world, edited.id, gus)
}

const seenIn = ({ d1, realm: { isErased, hasWork }, recovering }: State) => ({
  text: `text ${d1.text}`,
  hasOwn: d1.hasOwn,
  isErased,
  hasWork,
  isRecovering: recovering !== undefined,
})

testModel('a restore with erasures', {
  model: restoreModel,
  defects: [
    'an old run writes what it read',
    'erasures are not repeated',
    'the realm alone knows who was erased',
    'a restored state forgets the work that waits',
    'a restart ends the recovery',
  ],
  states: 3000,
  begin,
  seenIn,
  ways: 4,
})
