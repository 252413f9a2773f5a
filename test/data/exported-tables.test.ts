import { expect, test, vi } from 'vitest'
import { keysOf } from '../../src/api/table'
import type { ExportForm } from '../../src/domain/data/exports/data-export'
import type { Part } from '../../src/domain/data/exports/part'
import { firstPart, partAfter } from '../../src/domain/data/exports/parts'
import { messageIndex } from '../../src/domain/data/realm-tables/messages'
import { copiedTables } from '../../src/domain/data/realm-tables/tables'
import { preventAlarms } from '../support/alarms'
import { newBotOf, OUTGOING_WEBHOOK } from '../support/bots'
import { createExport, EXPORT, setConsent } from '../support/exports'
import { inStorage } from '../support/faults'
import { livelyRealm } from '../support/lively-realm'
import { succeeded } from '../support/person'
import type { Cast } from '../support/realm'

const DECLARED = { ...copiedTables, message_index: messageIndex }

function* partsOf(form: ExportForm): Generator<Part> {
  for (let part: Part | undefined = firstPart(form); part; part = partAfter({ form, part: part.name })) yield part
}

/** Returns the name of a part without the file that it shares with others. */
const shortName = ({ name }: Part): string => name.split('.').at(-1)!

/** Makes an export in which each part reads all tables anew. Returns the tables that each part has read. */
async function tablesReadBy({ realm, ada }: Cast, form: ExportForm): Promise<Map<string, Set<string>>> {
  const read = new Map([...partsOf(form)].map((part) => [shortName(part), new Set<string>()]))
  let current: Set<string> | undefined
  for (const part of partsOf(form)) {
    const createPage = part.createPage.bind(part)
    vi.spyOn(part, 'createPage').mockImplementation((scope, after) => {
      scope.realm.cache.invalidateAll()
      current = read.get(shortName(part))
      return createPage(scope, after)
    })
  }
  await inStorage(realm, ({ storage: { sql } }) => {
    const exec = sql.exec.bind(sql)
    sql.exec = (text, ...values) => {
      for (const [, table] of text.matchAll(/\b(?:FROM|JOIN)\s+"?(\w+)/g)) current?.add(table!)
      return exec(text, ...values)
    }
  })
  await createExport(realm, ada, { export_type: EXPORT.fullWithConsent, parley_form: form })
  vi.restoreAllMocks()
  return read
}

test.each([
  ['parley', 'exported'],
  ['reference', 'reference'],
] as const)('in the form %s, each part reads the tables that name it', async (form, duty) => {
  const cast = await livelyRealm()
  await preventAlarms(cast.realm)
  const { ada, ben, cleo, dov, ezra, general } = cast
  await newBotOf(ada, { short_name: 'hook', ...OUTGOING_WEBHOOK })
  await ada.sends(general, 'lunch', `@**Ezra|${ezra.id}** and @*cooks*`)
  const { id } = await dov.sends(general, 'lunch', '@**topic**')
  succeeded(await ada.patch(`/messages/${id}`, { topic: 'dinner' }))
  for (const person of [ada, ben, cleo, dov, ezra]) await setConsent(person)
  const read = await tablesReadBy(cast, form)
  const unread = keysOf(DECLARED).flatMap((table) => {
    const parts = DECLARED[table].duties[duty].split(' ')
    return parts.filter((part) => part !== 'nowhere' && !read.get(part)?.has(table)).map((part) => `${table}: ${part}`)
  })
  expect(unread).toEqual([])
})
