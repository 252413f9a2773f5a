import { beforeAll, describe, expect, test } from 'vitest'
import { releases } from '../../scripts/releases/copy.ts'
import { placesOutside, problemsOfRecord, readRecorded } from '../awaits/recorded.ts'
import { loadServer, type Bundle } from '../bundle.ts'
import { Crossings } from '../crossings.ts'
import { deployToCrowd } from '../life/crowd.ts'
import { MIXES } from '../programs/mixes.ts'
import type { Program } from '../programs/program.ts'
import { runProgram } from '../programs/run-program.ts'
import { FAILED_BEFORE } from '../programs/seeds.ts'
import { smallSizes } from '../programs/small-sizes.ts'
import { loadRelease } from '../programs/stored-copy.ts'

// `npm run world` lets the world live for longer, and with other seeds.
const SMALL: Program = { seed: 1, days: 1, people: 8, perMember: 10, faultRate: 0.003 }
/** A quiet day, and two short ones with gateways, in which everything happens at once. */
const PROGRAMS: readonly Program[] = [
  { ...SMALL, seed: 2 },
  { ...SMALL, seed: 1, hours: 1, perMember: 20, faultRate: 0.004, queuesOfRealm: 3 },
  { ...SMALL, seed: 3, hours: 1, perMember: 20, faultRate: 0.004, queuesOfRealm: 3 },
]

/** `npm run world -- --from` continues each of them, and the tests of releases open each on workerd. */
const OLDEST_AND_NEWEST = releases().filter((_, nth, all) => nth === 0 || nth === all.length - 1)

const BROKEN = [
  {
    what: 'memory that a rollback does not undo',
    mix: 'rollbacks',
    change: { file: 'src/listening-realm.ts', search: 'realm.messageIds.recount()\n', replace: '' },
    says: /^Memory and rows differ: the newest id of a message/,
  },
  {
    what: 'a permission that nothing checks',
    mix: 'rights',
    change: {
      file: 'src/domain/people/users/callers.ts',
      search: '(isAdministrator(actor) ? undefined : mustBeAdministrator({}))',
      replace: 'undefined',
    },
    says: /^It is forbidden, and was done: a member asks for the exports/,
  },
  {
    what: 'a text from before an edit, after a restore',
    mix: 'restores',
    change: {
      file: 'src/domain/data/restores/recover.ts',
      search: 'version: Math.max(version, row.version)',
      replace: 'version',
    },
    says: /^The realm was restored, and message \d+ has the text secret/,
  },
  {
    what: 'texts of another organization',
    mix: 'neighbors',
    change: {
      file: 'src/store/texts-in-d1.ts',
      search: 't.realm_id = (SELECT id FROM realm) AND t.id = summed.id',
      replace: 't.id = summed.id',
    },
    says: /./,
  },
]

let bundle: Bundle
beforeAll(async () => {
  bundle = await loadServer('current', { marksAwaits: true })
})

describe('the world', () => {
  test.for(PROGRAMS)('keeps all invariants with seed $seed', async (program) => {
    const { failure, actions, faults } = await runProgram(program, bundle)
    expect(failure).toBeUndefined()
    expect(actions).toBeGreaterThan(50)
    expect(faults.length).toBeGreaterThan(5)
  })

  test.for(OLDEST_AND_NEWEST)(
    'keeps all invariants with what release %s stored, after a day with its own code',
    async (from) => {
      const program = { ...SMALL, days: 2, hours: 1, people: 5, from }
      const { failure, actions } = await runProgram(program, bundle, await loadRelease(from))
      expect(failure).toBeUndefined()
      expect(actions).toBeGreaterThan(50)
    },
  )

  test.for(BROKEN)(
    'finds $what, with small sizes and a life of few kinds of actions',
    async ({ mix, change, says }) => {
      const broken = await loadServer('broken', { changes: [change, ...smallSizes()] })
      const { failure } = await runProgram({ ...SMALL, ...MIXES[mix]?.program, mix }, broken)
      expect(failure).toMatch(says)
    },
  )

  test('ends with the same rows each time that it runs a program', async () => {
    const first = await runProgram(SMALL, bundle)
    expect(first.failure).toBeUndefined()
    const crossings = new Crossings()
    const second = await runProgram(SMALL, bundle, bundle, crossings)
    expect(second.fingerprint).toBe(first.fingerprint)
    expect(second.lines).toEqual(first.lines)
    const { text, problems } = crossings.report()
    expect(text).toMatch(/^POST \/api\/v1\/messages: \d+ × 1/m)
    expect(problems).toEqual([])
  })

  test.for([
    ['workers', 'objects'],
    ['objects', 'workers'],
  ] as const)(
    'loses and doubles nothing in a deploy, and no client registers anew: first %s, then %s',
    async (order) => {
      const earlier = { ...bundle, version: 'earlier' }
      const small = { seed: 1, listeners: 100, seconds: 6, rate: 10, present: bundle, earlier, order }
      const { problems, sent, gaps } = await deployToCrowd(small)
      expect(problems).toEqual([])
      expect(sent).toBe(60)
      expect(gaps.length).toBeGreaterThanOrEqual(80)
      expect(Math.max(...gaps)).toBeLessThan(1000)
    },
  )

  test('knows each await of the server for something outside', () => {
    const outside = placesOutside(bundle.awaits)
    expect(problemsOfRecord(outside, readRecorded())).toEqual([])
    const added = problemsOfRecord([...outside, 'src/store/outbox.ts:1', 'src/new.ts:7'], readRecorded())
    expect(added.map((problem) => problem.split(' ')[0])).toEqual(['src/store/outbox.ts', 'src/new.ts'])
  })

  test.for(FAILED_BEFORE)('keeps all invariants where it failed before: $why', async ({ program }) => {
    expect((await runProgram(program, bundle)).failure).toBeUndefined()
  })
})
