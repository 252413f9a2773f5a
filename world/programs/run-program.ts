import type { Bundle } from '../bundle.ts'
import type { Crossings } from '../crossings.ts'
import type { FaultKind } from '../faults.ts'
import { AccessCheck } from '../invariants/access.ts'
import { checkLaw } from '../invariants/law.ts'
import { checkMessages } from '../invariants/messages.ts'
import { checkReplica } from '../invariants/replica.ts'
import { checkAlarms, checkStores } from '../invariants/stores.ts'
import { checkLog } from '../invariants/logs.ts'
import { ACTIONS } from '../life/actions.ts'
import { AFFAIRS } from '../life/affairs.ts'
import { Browser } from '../life/browser.ts'
import { Client } from '../life/client.ts'
import { KEYS } from '../life/keys.ts'
import { rememberMoments } from '../life/moments.ts'
import { RARE_ACTIONS } from '../life/rare-actions.ts'
import { Life } from '../life/life.ts'
import { PRESSES } from '../life/presses.ts'
import { SERVICES } from '../life/services.ts'
import { VISITORS } from '../life/visitors.ts'
import { operatorsActions } from '../life/operator.ts'
import { VARIABLES_OF_SERVERS } from '../life/outside-servers.ts'
import { Broken, Organization } from '../life/organization.ts'
import { weatherOf } from '../life/weather.ts'
import { Points } from '../points.ts'
import { accountsOf, openCopy, REALM_OF_COPY, VARIABLES_OF_COPY } from './stored-copy.ts'
import { World } from '../world.ts'

/** Which call a fault struck, in the order of all calls, and how. */
type StruckFault = readonly [call: number, kind: FaultKind]

export type Program = {
  seed: number
  days: number
  people: number
  /** How many actions a member does on an average day. */
  perMember: number
  /** The share of calls that a fault strikes. */
  faultRate: number
  /** For how many hours of a day the organization lives. Undefined: 22, and the rest is for the comparison. */
  hours?: number
  /** The release whose copy the organization continues. Its code runs on the first day, and the present code from then on. */
  from?: string
  /** How many queues a realm serves itself. Undefined: all. */
  queuesOfRealm?: number
  /** Whether the server compares its answers, and its lists of recipients, with what they should be: as in tests. */
  checks?: boolean
  /** How large a database may become before the realm continues in another one. Undefined: as large as production lets it be. */
  bytesPerDatabase?: number
  /** Steps that are left out, and faults that do not strike: to find the smallest program that fails. */
  withoutSteps?: readonly string[]
  onlyFaults?: readonly StruckFault[]
}

export type Outcome = {
  failure: string | undefined
  steps: string[]
  faults: StruckFault[]
  fingerprint: string
  lines: string[]
  points: Points
  actions: number
  turns: number
  outcomes: ReadonlyMap<string, number>
  registrations: number
  /** How many messages of browsers were compared with the server. */
  kept: number
}

/** How many devices are compared with a new registration each day, in turn. */
const DEVICES_PER_DAY = 12

/** Lets an organization live by a program. The same program ends the same each time. `release` has the code of `from`. */
export async function runProgram(
  program: Program,
  bundle: Bundle,
  release = bundle,
  crossings?: Crossings,
): Promise<Outcome> {
  const { seed, days, people, perMember, hours = 22, faultRate, withoutSteps = [], onlyFaults, from } = program
  const points = new Points(bundle)
  const world = new World({ seed, bundle: release, points, variables: variablesOf(program), crossings })
  const copy = from === undefined ? undefined : openCopy(world, from)
  const organization = new Organization(world, world.sharedParts(bundle), copy && REALM_OF_COPY)
  checkLog(organization)
  requireRoom(world, program)
  const moments: number[] = []
  const actions = {
    ...ACTIONS,
    ...AFFAIRS,
    ...RARE_ACTIONS,
    ...KEYS,
    ...SERVICES,
    ...VISITORS,
    ...PRESSES,
    ...operatorsActions(moments),
  }
  const life = new Life(organization, actions, new Set(withoutSteps))
  const steps: string[] = []
  let failure: string | undefined
  let kept = 0
  try {
    await world.scheduler.result(organization.found(people, world.random('people'), copy && accountsOf(copy)))
    organization.equip(world.random('devices'))
    const access = new AccessCheck(organization)
    const browsers = browsersOf(organization)
    life.look = () => access.look()
    for (let day = 0; day < days; day++) {
      const length = { day, hours }
      const planned = life.stepsOf(length, perMember, world.random(`day ${day}`))
      steps.push(...planned.map(({ id }) => id))
      if (copy && day === 0) {
        // What was wrong in a release stays wrong in it. So no fault strikes, and nothing is compared.
        await life.liveDay(planned, length, world.random('devices of day 0'))
        await upgrade(organization, life, bundle)
        continue
      }
      setFaults(world, program, onlyFaults)
      rememberMoments(organization, moments, life.timesOf(length))
      const weather = weatherOf(world, faultRate, { day, ...life.timesOf(length) })
      steps.push(...weather.map(({ id }) => id))
      for (const { id, at, what, happen } of weather)
        if (!withoutSteps.includes(id))
          world.scheduler.at(at, () => {
            world.note(`${what} (${id})`)
            happen()
          })
      for (const browser of browsers)
        browser.plan(life.timesOf(length), world.random(`browser of ${browser.client.id} on day ${day}`))
      await life.liveDay(planned, length, world.random(`devices of day ${day}`))
      world.faults.isOn = false
      await endDay(organization, life, access, day)
      for (const browser of browsers) kept += await world.scheduler.result(checkReplica(organization, browser))
    }
  } catch (error) {
    if (!(error instanceof Broken))
      throw new Error(`Seed ${seed}: the world failed\n${world.lines.slice(-20).join('\n')}`, { cause: error })
    failure = error.message
  }
  failure ??= organization.failures[0]
  const fingerprint = world.fingerprint()
  world.close()
  copy?.remove()
  // What a world used is millions of small objects. Node would let gigabytes of them gather.
  globalThis.gc?.()
  return {
    failure,
    steps,
    faults: world.faults.struck.map(({ nth, kind }) => [nth, kind] as const),
    fingerprint,
    lines: world.lines,
    points,
    actions: life.done,
    turns: world.scheduler.turns,
    outcomes: organization.outcomes,
    registrations: organization.members
      .flatMap(({ devices }) => devices)
      .reduce((sum, { registrations }) => sum + registrations, 0),
    kept,
  }
}

/** Some members, among them a guest, keep the history in a browser. */
const browsersOf = ({ members, shared, world, url }: Organization): Browser[] =>
  members
    .filter((_, nth) => nth % MEMBERS_PER_BROWSER === 0 && nth < WITH_BROWSERS)
    .map(({ client }) => new Browser(new Client(world, url, client.account), shared))

const MEMBERS_PER_BROWSER = 2
const WITH_BROWSERS = 8

/** The code changes: first the databases, then the Workers, and then the objects. */
async function upgrade({ world, failures, members }: Organization, life: Life, bundle: Bundle): Promise<void> {
  const { scheduler } = world
  const devices = members.flatMap((member) => member.devices)
  await scheduler.until(() => life.isQuiet, scheduler.now + QUIET_MILLISECONDS)
  // The number of a version changes only with its release.
  for (const device of devices) device.isOfEarlierVersion = true
  world.migrate()
  world.deploy('workers', bundle)
  await scheduler.pass(MILLISECONDS_BETWEEN_DEPLOYS)
  world.deploy('objects', bundle)
  // A device that received the events of the release in a wrong order has a wrong state.
  if (failures.splice(0).length === 0) return
  for (const device of devices) {
    device.goOffline(false)
    device.state = {}
  }
}

const MILLISECONDS_BETWEEN_DEPLOYS = 20_000

const variablesOf = ({
  queuesOfRealm: queues,
  bytesPerDatabase: bytes,
  from,
  checks,
}: Program): Record<string, string> => ({
  ...VARIABLES_OF_SERVERS,
  ...(from === undefined ? {} : VARIABLES_OF_COPY),
  ...(queues === undefined ? {} : { QUEUES_PER_REALM: String(queues), QUEUES_PER_GATEWAY: String(queues) }),
  ...(bytes === undefined ? {} : { DATABASE_LIMIT_GB: String(bytes / 1e9) }),
  ...(checks ? { CHECK_DECLARATIONS: 'true' } : {}),
})

/** A database that is full before it has a text is never continued. */
function requireRoom(world: World, { bytesPerDatabase = Infinity }: Program): void {
  const [size] =
    world.databases
      .get('DB')
      ?.rows('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size') ?? []
  if (Number(size?.['bytes']) >= bytesPerDatabase)
    throw new Error(`An empty database has ${String(size?.['bytes'])} bytes`)
}

function setFaults(world: World, { faultRate }: Program, only: Program['onlyFaults']): void {
  world.faults.isOn = faultRate > 0
  world.faults.rate = faultRate
  if (only) world.faults.plan = new Map(only)
}

/** No fault strikes any more. What waits ends, and then everything is compared. */
async function endDay(organization: Organization, life: Life, access: AccessCheck, day: number): Promise<void> {
  const { scheduler } = organization.world
  const throwFirst = () => {
    if (organization.failures[0] !== undefined) throw new Broken(organization.failures[0])
  }
  throwFirst()
  checkAlarms(organization)
  await scheduler.until(() => life.isQuiet, scheduler.now + QUIET_MILLISECONDS)
  if (!life.isQuiet) {
    const open = [...life.running].map(([id, what]) => `${what} (${id})`)
    organization.fail(`These did not end within an hour without faults: ${open.join(', ')}`)
  }
  await scheduler.pass(SETTLE_MILLISECONDS)
  const devices = organization.members.flatMap((member) => member.devices)
  const first = (day * DEVICES_PER_DAY) % devices.length
  for (const device of [...devices, ...devices].slice(first, first + Math.min(DEVICES_PER_DAY, devices.length)))
    await scheduler.result(checkLaw(organization, device))
  access.look()
  throwFirst()
  await scheduler.pass(SETTLE_MILLISECONDS)
  checkStores(organization)
  await checkMessages(organization)
  throwFirst()
}

const QUIET_MILLISECONDS = 3_600_000
/** Longer than a retry of the outbox, a lease, and a late alarm. */
const SETTLE_MILLISECONDS = 1_800_000
