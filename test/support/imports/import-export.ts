import { expect } from 'vitest'
import { convert } from '../../../conversion/convert.ts'
import { knowEmoji } from '../../../conversion/emoji.ts'
import slackNames from '../../../conversion/slack-emoji.data.json'
import { importCopy, type ImportReport } from '../../../conversion/import-copy.ts'
import type { ConversionReport } from '../../../conversion/report.ts'
import { emoji } from '../../../src/markdown/emoji-names.data.json'
import type { Files } from '../../../web/test/archive'
import { preventAlarms } from '../alarms'
import { succeeded, type Person } from '../person'
import { asOperator, putFileOfCopy } from '../realm-copies'
import { emptyRealm, type TestRealm } from '../realm'
import { MemoryStorage } from './memory-storage'

export type Imported = { realm: TestRealm; ada: Person; converted: ConversionReport; report: ImportReport }

const bytesOf = (content: unknown): Uint8Array<ArrayBuffer> =>
  content instanceof Uint8Array
    ? new Uint8Array(content)
    : new Uint8Array(new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)))

/** Converts the export of another server, and fills a new realm with it, as `npm run import` does. Its owner is ada. */
export async function importExport(files: Files): Promise<Imported> {
  const storage = new MemoryStorage()
  knowEmoji(emoji, slackNames.emoji)
  const source = new Map(
    Object.entries(files).map(([name, content]) => {
      const bytes = bytesOf(content)
      return [name, { size: bytes.length, open: () => [bytes] }]
    }),
  )
  const converted = await convert({ source: { files: source }, name: 'the export', storage })
  const { realm, ada } = await emptyRealm()
  await preventAlarms(realm)
  const report = await importCopy({ server: serverOf(realm, storage), storage, place: 'here', report: () => undefined })
  expect(report.refused).toEqual([])
  return { realm, ada: await loggedIn(realm, ada), converted, report }
}

/** An import ends the keys of all users. */
export async function loggedIn(realm: TestRealm, person: Person): Promise<Person> {
  const { email, password } = person.account
  person.account.api_key = succeeded(await realm.post('/fetch_api_key', { username: email, password })).api_key
  return person
}

const serverOf = (realm: TestRealm, storage: MemoryStorage) => ({
  begin: async (copy: { copy_id: string; last_event_id: number }) =>
    succeeded(await asOperator(realm, 'POST /parley/copy/import', copy)),
  postRows: async (path: string, { copy_id, rows }: { copy_id: string; rows: string[] }) =>
    succeeded(await asOperator(realm, `POST ${path}`, { copy_id, rows: `[${rows.join(',')}]` })),
  putFile: async ({ copy_id, key, name }: { copy_id: string; key: string; name: string }) =>
    succeeded(await putFileOfCopy(realm, { copy_id, key, body: storage.bytes(name) })),
  finish: async (copy: { copy_id: string; sequences: string }) =>
    succeeded(await asOperator(realm, 'POST /parley/copy/finish', copy)),
})
