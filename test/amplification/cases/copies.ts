import { env } from 'cloudflare:workers'
import { uploadFile } from '../../support/files'
import { succeeded } from '../../support/person'
import { asOperator } from '../../support/realm-copies'
import { executeSql, selectRows } from '../../support/tables'
import type { Cases } from '../case'
import type { World } from '../world'

const COPY = { copy_id: 'the copy' }

/** Pretends that an import has begun in this realm, which has too many messages for one. */
const openImport = ({ cast }: World): Promise<void> =>
  executeSql(
    cast.realm,
    `INSERT OR REPLACE INTO realm_imports (singleton, copy_id, owners, keeps_owners, is_finished) VALUES (1, 'the copy', '[]', 0, 0)`,
  )

/** Pretends that the realm was restored before. */
const earlierRestore = ({ cast }: World): Promise<unknown> =>
  env.DB.prepare(
    `INSERT OR REPLACE INTO realm_restores (realm_id, restore_id, begun_at, moment, bookmark, undo_bookmark, highest_ids, state,
       finished_at, report) VALUES (?, 1, 1, 0, '', '', '{}', 'finished', 2, '{}')`,
  )
    .bind(cast.realm.name)
    .run()

const rowsOf = (rowAt: (index: number) => object): string =>
  JSON.stringify(Array.from({ length: 1000 }, (_, index) => rowAt(index)))

const FIRST_MESSAGE = 1_000_000

export const copyCases: Cases = {
  'GET /parley/restores/plan': async (world) => {
    await earlierRestore(world)
    return { fields: { undoes: 1, moment: undefined } }
  },
  // The local runtime cannot restore.
  'POST /parley/restores': () => ({ fields: { undoes: 7, moment: undefined }, expected: 400 }),
  'DELETE /parley/restores': () => ({ expected: 400 }),
  'GET /parley/copy/tables/:table': () => ({ fields: { table: 'users', after: [0] } }),
  'GET /parley/copy/messages': ({ messages }) => ({ fields: { after: messages[0]! - 1 } }),
  'GET /parley/copy/old_versions': () => ({ fields: { after: 0 } }),
  'GET /parley/copy/file': async ({ cast }) => {
    await uploadFile(cast.ada)
    const { rows } = succeeded(await asOperator(cast.realm, 'GET /parley/copy/tables/attachments'))
    return { fields: { key: rows[0].key } }
  },
  // The realm has messages.
  'POST /parley/copy/import': () => ({ fields: { ...COPY, last_event_id: 1, keeps_owners: true }, expected: 400 }),
  'POST /parley/import': () => ({
    fields: { ...COPY, last_event_id: 1, key: `parley_import_${'0'.repeat(64)}` },
    expected: 400,
  }),
  'POST /parley/copy/tables/:table': async (world) => {
    await openImport(world)
    const rows = rowsOf((index) => ({ user_id: 1, muted_user_id: FIRST_MESSAGE + index, muted_at: 1 }))
    return { fields: { ...COPY, table: 'muted_users', rows } }
  },
  'POST /parley/copy/messages': async (world) => {
    await openImport(world)
    const [conversation] = await selectRows(world.cast.realm, 'SELECT min(id) AS id FROM conversations')
    const message = { conversation_id: conversation!.id, sender_id: world.cast.dov.id, sent_at: 1, client: 'x' }
    const content = `@**Ezra|${world.cast.ezra.id}** ${'x '.repeat(100)}`
    return { fields: { ...COPY, rows: rowsOf((index) => ({ ...message, id: FIRST_MESSAGE + index, content })) } }
  },
  'POST /parley/copy/old_versions': async (world) => {
    await openImport(world)
    const text = 'x '.repeat(100)
    const rows = rowsOf((index) => ({ id: FIRST_MESSAGE + index, content: text, rendered_content: text }))
    return { fields: { ...COPY, rows } }
  },
  'PUT /parley/copy/file': async (world) => {
    await openImport(world)
    return { body: new Uint8Array(1024), headers: { 'copy-id': COPY.copy_id, 'file-key': 'uploads/x' } }
  },
  'POST /parley/complete_export': ({ cast }) => ({ fields: { confirmation: new URL(cast.realm.url).host } }),
  'POST /parley/copy/finish': async (world) => {
    await openImport(world)
    return { fields: { ...COPY, sequences: '{}' } }
  },
}
