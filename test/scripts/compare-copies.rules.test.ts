import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Parts, writeMarker } from '../../conversion/parts.ts'
import { FolderStorage } from '../../scripts/import/folder-storage.ts'
import { compareCopies } from '../../scripts/rehearsals/compare-copies.ts'

/** Writes a copy with these lists, and returns its folder. */
async function copyOf(lists: Record<string, object[]>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-compared-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const storage = new FolderStorage(folder)
  const parts: Record<string, Parts> = {}
  for (const [name, rows] of Object.entries(lists)) {
    const list = new Parts(storage, name)
    list.append(rows)
    parts[name] = list
  }
  const marker = { copy_id: 'copy', exported_at: '', last_event_id: 1, last_message_id: 1, tables: [] }
  await writeMarker(storage, marker, parts)
  return folder
}

const MESSAGES = [
  { id: 1, content: 'one' },
  { id: 2, content: 'two' },
  { id: 2, content: 'two' },
]

test('two copies with the same rows do not differ, in any order and with further columns and lists', async () => {
  const first = await copyOf({ messages: MESSAGES, 'tables/empty': [] })
  const later = MESSAGES.toReversed().map(({ id, content }) => ({ content, id, later: 7 }))
  const second = await copyOf({ messages: later, 'tables/new': [{ id: 1 }] })
  expect(await compareCopies(first, second)).toEqual({ rows: 3, differences: [] })
})

test('a member that a step added to a JSON object is no difference, and a changed or lost one is', async () => {
  const copyWith = (...values: string[]) => copyOf({ 'tables/channels': values.map((value, id) => ({ id, value })) })
  const first = await copyWith('{"a":1}', '{"b":2}', '{not JSON}')
  const lostIn = async (...values: string[]) => {
    const { differences } = await compareCopies(first, await copyWith(...values))
    return differences[0]?.lost ?? 0
  }
  expect(await lostIn('{"new":3,"a":1}', '{"b":2,"new":3}', '{not JSON}')).toBe(0)
  expect(await lostIn('{"a":1}', '{"b":2,"a":1}', '{not json}')).toBe(2)
  expect(await lostIn('{"a":2}', '{}', '{not JSON}')).toBe(2)
})

test.each([
  ['a lost row', MESSAGES.slice(1), { lost: 1, added: 0, example: MESSAGES[0] }],
  ['a row that was there twice', MESSAGES.slice(0, 2), { lost: 1, added: 0, example: MESSAGES[2] }],
  ['a changed value', [{ id: 1, content: 'other' }, ...MESSAGES.slice(1)], { lost: 1, added: 1, example: MESSAGES[0] }],
  ['a lost column', MESSAGES.map(({ id }) => ({ id })), { lost: 3, added: 3, example: MESSAGES[0] }],
  ['a new row', [...MESSAGES, { id: 3, content: 'three' }], { lost: 0, added: 1 }],
  ['a lost list', undefined, { lost: 3, added: 0, example: MESSAGES[0] }],
])('%s is found', async (_, rows, difference) => {
  const second = await copyOf(rows === undefined ? {} : { messages: rows })
  const { differences } = await compareCopies(await copyOf({ messages: MESSAGES }), second)
  expect(differences).toEqual([{ list: 'messages', ...difference }])
})
