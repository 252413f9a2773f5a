import type { Answers } from './answers.ts'
import { withConfig, CONFIG } from './config-file.ts'
import { databasesOf, keepDatabase, type Database } from './database-list.ts'
import { Problem } from './problem.ts'
import { jsonIn, type Wrangler } from './wrangler.ts'

/** What a deployment does, with a title for the operator. */
export type Step = { title: string; run: () => Promise<unknown> }

/** Where the platform creates things: as options of wrangler, and in words. */
type Platform = {
  wrangler: Wrangler
  place: (answers: Answers) => string[]
  placeInWords: (answers: Answers) => string
}

/** Returns the ids of the databases that the account has, by name. Throws a `Problem` if deployment.json has others. */
export async function inspectDatabases(answers: Answers, wrangler: Wrangler): Promise<Map<string, string>> {
  const listed = jsonIn<{ name: string; uuid: string }[]>(await wrangler('d1', 'list', '--json'))
  const uuids = new Map(listed.map(({ name, uuid }) => [name, uuid]))
  for (const { name, id } of databasesOf(answers))
    if (id !== undefined && uuids.get(name) !== id)
      throw new Problem(
        `deployment.json names the database ${id}, but the account has ${uuids.get(name) ?? 'none'} with the name ${name}`,
      )
  return uuids
}

/** Returns the steps that create the missing databases and give all of them their tables, before a Worker uses them. */
export function databaseSteps(answers: Answers, uuids: ReadonlyMap<string, string>, platform: Platform): Step[] {
  const { wrangler } = platform
  const all = databasesOf(answers)
  for (const database of all) {
    const uuid = uuids.get(database.name)
    if (uuid !== undefined) keepDatabase(answers, database, uuid)
  }
  return [
    ...all.filter(({ name }) => !uuids.has(name)).map((database) => createDatabase(answers, database, platform)),
    {
      title: `Apply new migrations of the database${all.length > 1 ? `s ${all.map(({ name }) => name).join(', ')}` : ''}. The previous version keeps working with the new tables`,
      async run() {
        for (const { binding } of all)
          await withConfig(answers, () =>
            wrangler('d1', 'migrations', 'apply', binding, '--remote', '--config', CONFIG),
          )
      },
    },
  ]
}

function createDatabase(answers: Answers, database: Database, { wrangler, place, placeInWords }: Platform): Step {
  const { name } = database
  return {
    title: `Create the database ${name}${placeInWords(answers)}`,
    async run() {
      await wrangler('d1', 'create', name, ...place(answers))
      const uuid = (await inspectDatabases(answers, wrangler)).get(name)
      if (uuid === undefined) throw new Problem(`The database ${name} was created, but is not listed`)
      keepDatabase(answers, database, uuid)
    },
  }
}
