import type { Bundle } from '../bundle.ts'
import type { Crossings } from '../crossings.ts'
import { AccessCheck } from '../invariants/access.ts'
import { checkCost } from '../invariants/cost.ts'
import { checkLimitOfLog } from '../invariants/log-limit.ts'
import { checkLaw, isLawful } from '../invariants/law.ts'
import { MemoryCheck } from '../invariants/memory.ts'
import { checkMessages, checkSearches } from '../invariants/messages.ts'
import { OutageCheck } from '../invariants/outages.ts'
import { checkReplica } from '../invariants/replica.ts'
import { checkMonths } from '../invariants/months.ts'
import { checkLeavers, checkRights } from '../invariants/rights.ts'
import {
  checkAlarms,
  checkEventLog,
  checkFiles,
  checkPromptness,
  checkRemains,
  checkStores,
} from '../invariants/stores.ts'
import { checkLog } from '../invariants/logs.ts'
import { Browser } from '../life/browser.ts'
import { Client } from '../life/client.ts'
import { everyAction } from '../life/every-action.ts'
import { rememberMoments } from '../life/moments.ts'
import { Life } from '../life/life.ts'
import { Broken, Organization } from '../life/organization.ts'
import { weatherOf } from '../life/weather.ts'
import { actionsOf, mixOf } from './mixes.ts'
import { Points } from '../points.ts'
import type { Program, StruckFault } from './program.ts'
import { accountsOf, openCopy, REALM_OF_COPY } from './stored-copy.ts'
import { requireRoom, variablesOf } from './variables-of.ts'
import { World } from '../world.ts'

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

/** Mixes have many polls, and streams: each takes another way through the server. */
const DEVICES_PER_POLL = 5

/** How many devices are compared with a new registration each day, in turn. */
const DEVICES_PER_DAY = 12

/** Lets an organization live by a program. The same program ends the same each time. `release` has the code of `from`. */
export async function runProgram(
  program: Program,
  bundle: Bundle,
  release = bundle,
  crossings?: Crossings,
): Promise<Outcome> {
  const {
    seed,
    days,
    people,
    perMember,
    hours = 22,
    daysApart = 1,
    faultRate,
    withoutSteps = [],
    onlyFaults,
    from,
  } = program
  const points = new Points(bundle)
  const world = new World({ seed, bundle: release, points, variables: variablesOf(program), crossings })
  const copy = from === undefined ? undefined : openCopy(world, from)
  const organization = new Organization(world, world.sharedParts(bundle), copy && REALM_OF_COPY)
  checkLog(organization)
  if (copy === undefined) checkCost(organization)
  requireRoom(world, program)
  const moments: number[] = []
  const actions = everyAction(moments)
  const mix = mixOf(program)
  const life = new Life(organization, actionsOf(mix, actions), {
    without: new Set(withoutSteps),
    requests: mix?.requests,
  })
  const steps: string[] = []
  let failure: string | undefined
  let kept = 0
  try {
    await world.scheduler.result(organization.found(people, world.random('people'), copy && accountsOf(copy)))
    organization.equip(world.random('devices'), mix && DEVICES_PER_POLL)
    const access = new AccessCheck(organization)
    const memory = new MemoryCheck(organization, {
      isOfRelease: copy !== undefined,
      comparesQueues: program.comparesQueues ?? mix !== undefined,
    })
    const outages = new OutageCheck(organization)
    const browsers = program.browsers === false ? [] : browsersOf(organization)
    life.look = () => {
      access.look()
      checkRights(organization)
    }
    for (let nth = 0; nth < days; nth++) {
      const day = nth * daysApart
      const length = { day, hours }
      const planned = life.stepsOf(length, perMember, world.random(`day ${day}`))
      steps.push(...planned.map(({ id }) => id))
      if (copy && day === 0) {
        // What was wrong in a release stays wrong in it. So no fault strikes, and nothing is compared.
        await life.liveDay(planned, length, world.random('devices of day 0'))
        await upgrade(organization, life, bundle)
        checkCost(organization)
        continue
      }
      setFaults(world, program, onlyFaults)
      rememberMoments(organization, moments, life.timesOf(length))
      const weather = weatherOf(world, faultRate * (mix?.weather ?? 1), {
        day,
        kinds: mix?.weatherOf,
        hasLongTrouble: mix?.hasLongTrouble,
        ...life.timesOf(length),
      })
      steps.push(...weather.map(({ id }) => id))
      for (const { id, at, what, happen } of weather)
        if (!withoutSteps.includes(id))
          world.scheduler.at(at, () => {
            world.note(`${what} (${id})`)
            happen()
          })
      for (const browser of browsers)
        browser.plan(life.timesOf(length), world.random(`browser of ${browser.client.id} on day ${day}`))
      memory.plan(life.timesOf(length))
      outages.plan(life.timesOf(length))
      await life.liveDay(planned, length, world.random(`devices of day ${day}`))
      world.faults.isOn = false
      await outages.end()
      await endDay(organization, life, access, nth)
      checkEventLog(organization, program.eventsInLog ?? Infinity)
      await world.scheduler.result(checkLimitOfLog(organization, program.eventsInLog))
      if (daysApart > 1)
        for (const device of organization.members.flatMap(({ devices }) => devices)) device.goOffline(false)
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

function setFaults(world: World, program: Program, only: Program['onlyFaults']): void {
  world.faults.isOn = program.faultRate > 0
  world.faults.rate = program.faultRate
  world.faults.writes = mixOf(program)?.writes ?? world.faults.writes
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
  const devices = organization.members.flatMap((member) => member.devices).filter(isLawful)
  const first = (day * DEVICES_PER_DAY) % devices.length
  for (const device of [...devices, ...devices].slice(first, first + Math.min(DEVICES_PER_DAY, devices.length)))
    await scheduler.result(checkLaw(organization, device))
  access.look()
  throwFirst()
  await scheduler.pass(SETTLE_MILLISECONDS)
  await checkPromptness(organization)
  checkStores(organization)
  checkMonths(organization)
  checkLeavers(organization)
  checkRemains(organization)
  checkFiles(organization)
  await checkMessages(organization)
  await checkSearches(organization)
  throwFirst()
}

const QUIET_MILLISECONDS = 3_600_000
/** Longer than a retry of the outbox, a lease, and a late alarm. */
const SETTLE_MILLISECONDS = 1_800_000
