import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { command, type Command } from '../command.ts'
import { withoutEnvelope, type Ask } from '../../api-client.ts'
import { Failure, USED_WRONGLY } from '../failure.ts'
import { dateOf, table } from '../table.ts'
import { copyText, writeCopy } from './copies.ts'

const SECONDS_BETWEEN = 2
const MAX_RUNS = 1800

type Plan = {
  moment: number
  messages_lost: number
  changes: { at: number; kind: string; actor_id: number | null; user_id: number | null }[]
}

type Restore = {
  restore_id: number
  begun_at: number
  moment: number
  state: string
  undo_bookmark: string | null
  report: unknown
}

/** `step` is what the restore does while it does not serve users. */
type Restores = { restores: Restore[]; serves_users: boolean; step?: string | null }

type NightlyCopies = { nights: number; copies: { folder: string; begun_at: number; finished_at: number | null }[] }

/** A restore goes to a moment, or undoes another restore. */
type Target = { moment: number } | { undoes: number }

const inUtc = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`

export const restoreCommands: Command[] = [
  command({
    name: 'backup',
    operands: ['folder'],
    summary: 'Writes a complete copy of a realm into a new folder with the time in its name, below the given one.',
    needs: 'deployment',
    run: ({ ask, url, operands: [folder] }) => {
      const name = `${new URL(url).hostname}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`
      return writeCopy({ ask, url, folder: join(folder, name) })
    },
    print: copyText,
  }),
  command({
    name: 'backups list',
    summary: 'Lists the copies of a realm in the second bucket, which the server makes each night.',
    needs: 'deployment',
    run: async ({ ask }) => withoutEnvelope(await ask<NightlyCopies>('GET /parley/nightly_copies')),
    print: ({ nights, copies }) =>
      nights === 0
        ? 'The deployment makes no nightly copies. See docs/realm-copies.md.'
        : `Copies are kept for ${nights} nights.\n${table(copies, {
            FOLDER: ({ folder }) => folder,
            BEGUN: ({ begun_at }) => dateOf(begun_at),
            FINISHED: ({ finished_at }) => (finished_at === null ? 'in progress' : dateOf(finished_at)),
          })}`,
  }),
  command({
    name: 'restore',
    operands: ['moment?'],
    summary:
      'Gives a realm the state of a moment of the last 30 days, such as 2026-11-21T14:30:00Z. Shows first what would be lost.',
    needs: 'deployment',
    options: {
      undo: { summary: 'the number of a restore: the realm gets the state before it' },
      yes: { type: 'boolean', summary: 'begin: without it, the command only shows what the restore would do' },
    },
    async run({ ask, options, operands: [moment] }) {
      const target = targetOf(moment, options.undo)
      const plan = await ask<Plan>('GET /parley/restores/plan', target)
      console.error(planText(plan))
      if (!options.yes && !options['dry-run']) return { plan: withoutEnvelope(plan), begun: false, restore: undefined }
      const { restore_id } = await ask<{ restore_id: number }>('POST /parley/restores', target)
      return { plan: withoutEnvelope(plan), begun: true, restore: await untilServed(ask, restore_id) }
    },
    print: ({ restore }) =>
      restore
        ? `Restore ${restore.restore_id} is finished: ${JSON.stringify(restore.report)}. Undo it with: npm run parley -- restore --undo ${restore.restore_id} --yes`
        : 'Nothing was changed. Add --yes to begin.',
  }),
  command({
    name: 'restores list',
    summary: 'Lists the restores of a realm.',
    needs: 'deployment',
    run: async ({ ask }) => (await ask<Restores>('GET /parley/restores')).restores,
    print: (restores) =>
      table(restores, {
        RESTORE: ({ restore_id }) => restore_id,
        BEGUN: ({ begun_at }) => dateOf(begun_at),
        MOMENT: ({ moment }) => inUtc(moment),
        STATE: ({ state }) => state,
        UNDO: ({ undo_bookmark }) => undo_bookmark,
      }),
  }),
  command({
    name: 'restores cancel',
    summary: 'Cancels a restore that began and stopped before the platform knew of it.',
    needs: 'deployment',
    run: async ({ ask, url }) => {
      await ask('DELETE /parley/restores')
      return { serves_users: url }
    },
    print: ({ serves_users }) => `${serves_users} serves users again.`,
  }),
]

function targetOf(moment: string | undefined, undo: string | undefined): Target {
  if (undo !== undefined && moment === undefined) {
    if (!/^\d+$/.test(undo)) throw new Failure('--undo is the number of a restore.', USED_WRONGLY)
    return { undoes: Number(undo) }
  }
  if (moment === undefined || undo !== undefined)
    throw new Failure('Give a moment or --undo with the number of a restore.', USED_WRONGLY)
  // A time without a zone would mean another moment on another machine.
  const seconds = /(?:Z|[+-]\d\d:\d\d)$/.test(moment) ? Math.floor(Date.parse(moment) / 1000) : NaN
  if (Number.isNaN(seconds))
    throw new Failure(`${moment} is not a moment with a time zone, such as 2026-11-21T14:30:00Z.`, USED_WRONGLY)
  return { moment: seconds }
}

const planText = ({ moment, messages_lost, changes }: Plan) =>
  [
    `The realm gets the state of ${inUtc(moment)}. ${messages_lost} newer messages are removed.`,
    ...(changes.length > 0 ? [`These changes are undone (the newest ${changes.length}):`] : []),
    ...changes.map(
      ({ at, kind, actor_id, user_id }) =>
        `  ${inUtc(at)}  ${kind}, by user ${actor_id ?? '-'}, user ${user_id ?? '-'}`,
    ),
  ].join('\n')

/** Waits until users are served. The object restarts meanwhile, so a request may fail. */
async function untilServed(ask: Ask, restore_id: number): Promise<Restore> {
  for (let runs = 0; runs < MAX_RUNS; runs++) {
    await pause(SECONDS_BETWEEN * 1000)
    const answer = await ask<Restores>('GET /parley/restores').catch(() => undefined)
    const restore = answer?.restores.find((each) => each.restore_id === restore_id)
    if (answer?.serves_users && restore?.state === 'finished') return restore
    console.error(`The restore is at work${answer?.step ? `: ${answer.step}` : ''}.`)
  }
  throw new Failure('The restore has not ended. Read the logs with: npx wrangler tail. See docs/restoring.md.')
}
