import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../conversion/failure.ts'
import type { Show } from '../../conversion/storage.ts'
import { applyMigrations } from '../dev-server.ts'
import { Failure } from '../parley/failure.ts'
import { releases, unpackCopy } from '../releases/copy.ts'
import { buildWorker } from '../releases/worker.ts'
import { compareCopies, type Comparison } from './compare-copies.ts'
import { fillFrom, openServer, type OwnServer } from './own-server.ts'

/** The copy of a realm, and an empty folder for everything that a rehearsal makes. */
export type Rehearsal = {
  copy: string
  scratch: string
  report: Show
  /** A built Worker of this version. Otherwise it is built. */
  built?: string
}

/** What the realm answered after the rehearsal, and what it did not keep. */
export type Outcome = Comparison & { fill_seconds: number; newest_message_id: number | null }
export type UpgradeOutcome = Outcome & { from: string; steps: number; first_answer_milliseconds: number }

/** Fills a new realm of this version from a copy, and compares what it has with the copy. */
export async function drill(rehearsal: Rehearsal): Promise<Outcome> {
  const { copy, scratch, report } = rehearsal
  const place = { worker: await workerOf(rehearsal), state: join(scratch, 'state'), report }
  const { fill_seconds, owner } = await fillEmpty(copy, place)
  return { fill_seconds, ...(await outcomeOf(await openServer({ ...place, owner }), { copy, scratch })) }
}

/** Fills a realm of an earlier release from a copy, lets the Worker of this version open it, and compares what both have. */
export async function rehearse(rehearsal: Rehearsal & { from: string }): Promise<UpgradeOutcome> {
  const { copy, scratch, report, from } = rehearsal
  if (!releases().includes(from))
    throw new Failure(`No release ${from} is known. --from is one of ${releases().join(', ')}.`)
  const [state, before] = [join(scratch, 'state'), join(scratch, 'before')]
  const { worker: released } = unpackCopy(from, join(scratch, 'release'))
  const worker = await workerOf(rehearsal)
  const { fill_seconds, owner } = await fillEmpty(copy, { worker: released, state, report }).catch((error: unknown) => {
    throw new Failure(
      `Release ${from} does not take this copy: ${messageOf(error)}\nA server that runs a build after that release has newer tables. \`npm run parley -- drill\` tries its copy with this version.`,
    )
  })
  const old = await openServer({ worker: released, state, report, owner })
  await old.copyTo(before).finally(() => old.close())
  const stepsBefore = stepsIn(state)
  const server = await openServer({ worker, state, report, owner })
  const began = performance.now()
  await server.ask('GET /parley/copy')
  const first_answer_milliseconds = Math.round(performance.now() - began)
  const outcome = await outcomeOf(server, { copy: before, scratch })
  return { from, fill_seconds, first_answer_milliseconds, ...outcome, steps: stepsIn(state) - stepsBefore }
}

async function workerOf({ built, scratch }: Rehearsal): Promise<string> {
  if (built !== undefined) return built
  const folder = join(scratch, 'worker')
  await buildWorker(folder)
  return folder
}

type Place = { worker: string; state: string; report: Show }

async function fillEmpty(copy: string, place: Place) {
  await applyMigrations(place).ended
  const began = performance.now()
  const owner = await fillFrom(copy, place)
  return { owner, fill_seconds: Math.round((performance.now() - began) / 1000) }
}

/** Reads the realm as a client does, and compares all of its rows with a copy. Ends the server. */
async function outcomeOf(server: OwnServer, { copy, scratch }: { copy: string; scratch: string }) {
  try {
    await server.askAsOwner('POST /register')
    const newest = {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'channels', operand: 'public' }],
    }
    const { messages } = await server.askAsOwner<{ messages: { id: number }[] }>('GET /messages', newest)
    const after = join(scratch, 'after')
    await server.copyTo(after)
    return { ...(await compareCopies(copy, after)), newest_message_id: messages[0]?.id ?? null }
  } finally {
    await server.close()
  }
}

/** Returns how many steps of its tables the realm has run. */
function stepsIn(state: string): number {
  const folder = join(state, 'v3/do/parley-RealmObject')
  const files = readdirSync(folder).filter((name) => /^[0-9a-f]+\.sqlite$/.test(name))
  return files.reduce((sum, name) => {
    const database = new DatabaseSync(join(folder, name), { readOnly: true })
    const { steps } = database.prepare('SELECT count(*) AS steps FROM migrations').get() ?? {}
    database.close()
    return sum + Number(steps)
  }, 0)
}
