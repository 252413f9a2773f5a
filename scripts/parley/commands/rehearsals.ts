import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ask } from '../../api-client.ts'
import { progressLine } from '../../copies/progress.ts'
import type { Outcome, Rehearsal, UpgradeOutcome } from '../../rehearsals/rehearse.ts'
import { command, type Command } from '../command.ts'
import { FAILED } from '../failure.ts'
import { writeCopy } from './copies.ts'

/** Lets `act` use a copy of the realm, which it makes first unless the operator gives one, and an empty folder. */
async function withCopy<Result>(
  { ask, url, given }: { ask: Ask; url: string; given: string | undefined },
  act: (rehearsal: Rehearsal) => Promise<Result>,
): Promise<Result> {
  const scratch = mkdtempSync(join(tmpdir(), 'parley-rehearsal-'))
  try {
    const copy = given ?? join(scratch, 'copy')
    if (given === undefined) await writeCopy({ ask, url, folder: copy })
    return await act({ copy, scratch, report: progressLine() })
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  }
}

/** The version of Parley in what a server says of itself: `11.0+parley-0.5.0`. */
async function versionAt(ask: Ask): Promise<string> {
  const { zulip_version } = await ask<{ zulip_version: string }>('GET /server_settings')
  return zulip_version.replace(/^.*parley-/, '')
}

const isWhole = ({ differences }: Outcome) => differences.every(({ lost }) => lost === 0)

const statusOf = (outcome: Outcome) => (isWhole(outcome) ? 0 : FAILED)

function textOf(outcome: Outcome): string {
  const { rows, differences, newest_message_id } = outcome
  const lines = differences.map(
    ({ list, lost, added, example }) =>
      `  ${list}: ${lost} lost or changed, ${added} new${example ? `, such as ${JSON.stringify(example)}` : ''}`,
  )
  const read = newest_message_id === null ? 'no message' : `message ${newest_message_id}`
  return [
    `${rows} rows were compared. ${isWhole(outcome) ? 'None is lost or changed.' : 'SOME ARE LOST OR CHANGED.'}`,
    ...lines,
    `A client registered, and read ${read}, the newest in the public channels.`,
  ].join('\n')
}

// They run a server of their own, and take longer to load than all other commands together.
const rehearsals = () => import('../../rehearsals/rehearse.ts')

export const rehearsalCommands: Command[] = [
  command({
    name: 'drill',
    operands: ['copy?'],
    summary:
      'Fills a realm on this machine from a copy, and compares all rows: shows that a backup can be restored. Without a copy, it makes one.',
    needs: 'deployment',
    run: ({ ask, url, operands: [given] }) =>
      withCopy({ ask, url, given }, async (rehearsal) => (await rehearsals()).drill(rehearsal)),
    print: (outcome) => `The realm was filled in ${outcome.fill_seconds} seconds.\n${textOf(outcome)}`,
    statusOf,
  }),
  command({
    name: 'rehearse',
    operands: ['copy?'],
    summary:
      'Fills a realm of the deployed version on this machine from a copy, opens it with the version of this folder, and compares all rows. Without a copy, it makes one.',
    needs: 'deployment',
    options: { from: { summary: 'the earlier release (default: what the server at --url runs)' } },
    run: ({ ask, url, options, operands: [given] }): Promise<UpgradeOutcome> =>
      withCopy({ ask, url, given }, async (rehearsal) => {
        const { rehearse } = await rehearsals()
        return rehearse({ ...rehearsal, from: options.from ?? (await versionAt(ask)) })
      }),
    print: (outcome: UpgradeOutcome) =>
      [
        `A realm of ${outcome.from} was filled in ${outcome.fill_seconds} seconds.`,
        `This version ran ${outcome.steps} steps, and answered first after ${outcome.first_answer_milliseconds} ms.`,
        textOf(outcome),
      ].join('\n'),
    statusOf,
  }),
]
